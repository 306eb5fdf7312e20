//! External engines.

use axum::http::StatusCode;

use super::extract::{ApiResult, Json, LocalClient, Path, State};
use crate::dto::error::{ApiError, ErrorBody};
use crate::dto::external_engine::{
    EngineName, ExternalEngine, ExternalEngineList, NewExternalEngine,
};

/// List the external engines. All requests about external engines must come from the server's
/// machine and require `thermodon serve --allow-engines`.
#[utoipa::path(
    get,
    path = "/programs",
    operation_id = "list_programs",
    tag = "programs",
    responses(
        (status = 200, body = ExternalEngineList),
        (status = "4XX", description = "External engines are not allowed.", body = ErrorBody),
    )
)]
pub async fn list(state: State, _: LocalClient) -> ApiResult<ExternalEngineList> {
    let engines = state.external_engines.list().await?;
    Ok(axum::Json(ExternalEngineList { engines }))
}

/// Add an external engine. It is started once and must complete the handshake of its protocol.
#[utoipa::path(
    post,
    path = "/programs",
    operation_id = "add_program",
    tag = "programs",
    request_body = NewExternalEngine,
    responses(
        (status = 200, body = ExternalEngine),
        (
            status = "4XX",
            description = "Invalid engine, or external engines are not allowed.",
            body = ErrorBody
        ),
    )
)]
pub async fn add(
    state: State,
    _: LocalClient,
    Json(new): Json<NewExternalEngine>,
) -> ApiResult<ExternalEngine> {
    state.external_engines.add(new).await.map(axum::Json)
}

/// Rename an external engine. Games that have started keep the old name.
#[utoipa::path(
    put,
    path = "/programs/{id}",
    operation_id = "rename_program",
    tag = "programs",
    params(("id" = u64, Path, description = "Id of the engine.", example = 1)),
    request_body = EngineName,
    responses(
        (status = 200, body = ExternalEngine),
        (
            status = "4XX",
            description = "The engine does not exist, or the name is invalid.",
            body = ErrorBody
        ),
    )
)]
pub async fn rename(
    state: State,
    _: LocalClient,
    Path(id): Path<u64>,
    Json(new): Json<EngineName>,
) -> ApiResult<ExternalEngine> {
    let renamed = state.external_engines.rename(id, &new.name).await;
    renamed.map(axum::Json)
}

/// Remove an external engine. Its file is not deleted.
#[utoipa::path(
    delete,
    path = "/programs/{id}",
    operation_id = "remove_program",
    tag = "programs",
    params(("id" = u64, Path, description = "Id of the engine.", example = 1)),
    responses(
        (status = 204, description = "The engine is removed."),
        (status = "4XX", description = "The engine does not exist.", body = ErrorBody),
    )
)]
pub async fn remove(
    state: State,
    _: LocalClient,
    Path(id): Path<u64>,
) -> Result<StatusCode, ApiError> {
    state.external_engines.remove(id).await?;
    Ok(StatusCode::NO_CONTENT)
}
