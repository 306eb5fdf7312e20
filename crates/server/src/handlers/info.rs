//! Version, levels and limits of the server.

use axum::Extension;
use engine::Level;

use super::extract::{EnginePermission, Json, State};
use crate::access::Access;
use crate::dto::error::ApiError;
use crate::dto::info::{LevelDescription, ServerInfo};

/// Get the version, levels and limits of the server.
#[utoipa::path(
    get, path = "/about", operation_id = "about", tag = "about",
    responses((status = 200, body = ServerInfo))
)]
pub async fn info(
    state: State,
    Extension(access): Extension<Access>,
    engines: Result<EnginePermission, ApiError>,
) -> Json<ServerInfo> {
    Json(ServerInfo {
        name: "Thermodon".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        levels: Level::all().map(LevelDescription::from).collect(),
        limits: state.request_limits.clone(),
        read_only: access == Access::Guest,
        external_engines_allowed: engines.is_ok(),
    })
}
