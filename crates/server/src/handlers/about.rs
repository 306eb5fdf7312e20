//! What the program says about itself.

use axum::Json;
use engine::Level;

use super::input::{AtThisMachine, State};
use crate::dto::about::{About, LevelDescription};
use crate::dto::problem::Refusal;

/// The program, its levels and its limits.
#[utoipa::path(get, path = "/about", tag = "about", responses((status = 200, body = About)))]
pub async fn about(services: State, owner: Result<AtThisMachine, Refusal>) -> Json<About> {
    Json(About {
        name: "Thermodon".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        levels: Level::all().map(LevelDescription::from).collect(),
        limits: services.limits.clone(),
        programs: owner.is_ok(),
    })
}
