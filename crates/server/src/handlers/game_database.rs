//! Game database: count, import, clear and get games.

use axum::http::StatusCode;

use super::extract::{ApiResult, Json, Path, State, blocking_json};
use crate::dto::book::{GameCount, GameImport, ImportState};
use crate::dto::error::ApiError;
use crate::dto::tree::GameTree;
use crate::records::record_to_tree;
use crate::sync::run_blocking;

/// Get the number of games in the database.
#[utoipa::path(
    get, path = "/people/games", operation_id = "count_people_games", tag = "book",
    responses((status = 200, body = GameCount))
)]
pub async fn count(state: State) -> ApiResult<GameCount> {
    blocking_json(move || {
        let games = state.game_database.count()?;
        Ok(GameCount { games })
    })
    .await
}

/// Import games in the background. Duplicates are skipped.
#[utoipa::path(
    post, path = "/people/games", operation_id = "import_people_games", tag = "book",
    responses(
        (status = 200, body = ImportState),
        (status = "4XX", description = "An import is running."),
    )
)]
pub async fn import(state: State, Json(new): Json<GameImport>) -> ApiResult<ImportState> {
    blocking_json(move || state.importer.start(new)).await
}

/// Delete all games of the database.
#[utoipa::path(
    delete, path = "/people/games", operation_id = "delete_people_games", tag = "book",
    responses(
        (status = 204, description = "The database is empty."),
        (status = "4XX", description = "An import is running."),
    )
)]
pub async fn clear(state: State) -> Result<StatusCode, ApiError> {
    run_blocking(move || state.importer.clear()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Get the progress of the last import.
#[utoipa::path(
    get, path = "/people/import", operation_id = "get_import", tag = "book",
    responses((status = 200, body = ImportState))
)]
pub async fn import_state(state: State) -> ApiResult<ImportState> {
    blocking_json(move || Ok(state.importer.state())).await
}

/// Get a game of the database.
#[utoipa::path(
    get, path = "/people/games/{id}", operation_id = "get_people_game", tag = "book",
    params(("id", description = "Id of the game.", example = 1)),
    responses(
        (status = 200, body = GameTree),
        (status = "4XX", description = "The game does not exist."),
    )
)]
pub async fn get(state: State, Path(id): Path<u64>) -> ApiResult<GameTree> {
    blocking_json(move || {
        let record = state.game_database.get(id)?;
        let not_found = || ApiError::not_found(format!("game {id} is not in the game database"));
        Ok(record_to_tree(&record.ok_or_else(not_found)?))
    })
    .await
}
