//! External engines.

use axum::http::StatusCode;

use super::extract::{ApiResult, EnginePermission, Json, Path, State, blocking_json};
use crate::dto::error::ApiError;
use crate::dto::external_engine::{
    EngineName, ExternalEngine, ExternalEngineList, NewExternalEngine,
};
use crate::sync::run_blocking;

/// List the external engines. All requests about external engines require `thermodon serve
/// --allow-engines` and the owner's token, and must come from the server's machine.
#[utoipa::path(
    get, path = "/programs", operation_id = "list_programs", tag = "programs",
    responses(
        (status = 200, body = ExternalEngineList),
        (status = "4XX", description = "External engines are not allowed."),
    )
)]
pub async fn list(state: State, _: EnginePermission) -> ApiResult<ExternalEngineList> {
    blocking_json(move || {
        let engines = state.external_engines.list()?;
        Ok(ExternalEngineList { engines })
    })
    .await
}

/// Add an external engine. It is started once and must complete the handshake of its protocol.
#[utoipa::path(
    post, path = "/programs", operation_id = "add_program", tag = "programs",
    responses(
        (status = 200, body = ExternalEngine),
        (status = "4XX", description = "Invalid engine, or external engines are not allowed."),
    )
)]
pub async fn add(
    state: State,
    _: EnginePermission,
    Json(new): Json<NewExternalEngine>,
) -> ApiResult<ExternalEngine> {
    blocking_json(move || state.external_engines.add(new)).await
}

/// Rename an external engine. Games that have started keep the old name.
#[utoipa::path(
    put, path = "/programs/{id}", operation_id = "rename_program", tag = "programs",
    params(("id", description = "Id of the engine.", example = 1)),
    responses(
        (status = 200, body = ExternalEngine),
        (status = "4XX", description = "The engine does not exist, or the name is invalid."),
    )
)]
pub async fn rename(
    state: State,
    _: EnginePermission,
    Path(id): Path<u64>,
    Json(new): Json<EngineName>,
) -> ApiResult<ExternalEngine> {
    blocking_json(move || state.external_engines.rename(id, &new.name)).await
}

/// Remove an external engine. Its file is not deleted.
#[utoipa::path(
    delete, path = "/programs/{id}", operation_id = "remove_program", tag = "programs",
    params(("id", description = "Id of the engine.", example = 1)),
    responses(
        (status = 204, description = "The engine is removed."),
        (status = "4XX", description = "The engine does not exist."),
    )
)]
pub async fn remove(
    state: State,
    _: EnginePermission,
    Path(id): Path<u64>,
) -> Result<StatusCode, ApiError> {
    run_blocking(move || state.external_engines.remove(id)).await?;
    Ok(StatusCode::NO_CONTENT)
}
