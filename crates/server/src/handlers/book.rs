//! Opening explorer and book builds.

use super::extract::{ApiResult, Json, State, blocking_json};
use crate::dto::book::{BookBuildState, ExploreRequest, ExploreResult, NewBookBuild};
use crate::openings;

/// Look up a position in a book or the game database.
#[utoipa::path(
    post, path = "/book/explore", operation_id = "explore", tag = "book",
    responses(
        (status = 200, body = ExploreResult),
        (status = "4XX", description = "Invalid position."),
    )
)]
pub async fn explore(
    state: State,
    Json(request): Json<ExploreRequest>,
) -> ApiResult<ExploreResult> {
    blocking_json(move || openings::explore(&state.books, &state.game_database, &request)).await
}

/// Start building the user's book from a position.
#[utoipa::path(
    post, path = "/book/growth", operation_id = "start_growth", tag = "book",
    responses(
        (status = 200, body = BookBuildState),
        (status = "4XX", description = "Invalid request, or a build is running."),
    )
)]
pub async fn start_build(state: State, Json(new): Json<NewBookBuild>) -> ApiResult<BookBuildState> {
    blocking_json(move || state.book_builder.start(&new)).await
}

/// Get the progress of the last book build.
#[utoipa::path(
    get, path = "/book/growth", operation_id = "get_growth", tag = "book",
    responses((status = 200, body = BookBuildState))
)]
pub async fn get_build(state: State) -> ApiResult<BookBuildState> {
    blocking_json(move || Ok(state.book_builder.state())).await
}

/// Stop the book build.
#[utoipa::path(
    delete, path = "/book/growth", operation_id = "stop_growth", tag = "book",
    responses((status = 200, body = BookBuildState))
)]
pub async fn stop_build(state: State) -> ApiResult<BookBuildState> {
    blocking_json(move || Ok(state.book_builder.stop())).await
}
