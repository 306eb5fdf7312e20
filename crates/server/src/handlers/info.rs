//! Version, levels and limits of the server.

use engine::Level;

use super::extract::{Json, LocalClient, State};
use crate::dto::error::ApiError;
use crate::dto::info::{LevelDescription, ServerInfo};

/// Get the version, levels and limits of the server.
#[utoipa::path(
    get, path = "/about", operation_id = "about", tag = "about",
    responses((status = 200, body = ServerInfo))
)]
pub async fn info(state: State, local: Result<LocalClient, ApiError>) -> Json<ServerInfo> {
    Json(ServerInfo {
        name: "Thermodon".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        levels: Level::all().map(LevelDescription::from).collect(),
        limits: state.request_limits.clone(),
        external_engines_allowed: local.is_ok(),
    })
}
