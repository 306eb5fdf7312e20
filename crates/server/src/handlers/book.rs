//! Opening explorer and book builds.

use axum::Json;

use super::extract::{self, ApiResult, State};
use crate::dto::book::{BookBuildState, ExploreRequest, ExploreResult, NewBookBuild};
use crate::dto::error::ErrorBody;
use crate::openings;
use crate::sync::run_blocking;

/// Look up a position in a book or the game database.
#[utoipa::path(
    post,
    path = "/book/explore",
    operation_id = "explore",
    tag = "book",
    request_body = ExploreRequest,
    responses(
        (status = 200, body = ExploreResult),
        (status = "4XX", description = "Invalid position.", body = ErrorBody),
    )
)]
pub async fn explore(
    state: State,
    extract::Json(request): extract::Json<ExploreRequest>,
) -> ApiResult<ExploreResult> {
    let (books, database) = (state.books.clone(), state.game_database.clone());
    let result = run_blocking(move || openings::explore(&books, &database, &request)).await?;
    Ok(Json(result))
}

/// Start building the user's book from a position.
#[utoipa::path(
    post,
    path = "/book/growth",
    operation_id = "start_growth",
    tag = "book",
    request_body = NewBookBuild,
    responses(
        (status = 200, body = BookBuildState),
        (status = "4XX", description = "Invalid request, or a build is running.", body = ErrorBody),
    )
)]
pub async fn start_build(
    state: State,
    extract::Json(new): extract::Json<NewBookBuild>,
) -> ApiResult<BookBuildState> {
    let builder = state.book_builder.clone();
    Ok(Json(run_blocking(move || builder.start(&new)).await?))
}

/// Get the progress of the last book build.
#[utoipa::path(
    get,
    path = "/book/growth",
    operation_id = "get_growth",
    tag = "book",
    responses((status = 200, body = BookBuildState))
)]
pub async fn get_build(state: State) -> ApiResult<BookBuildState> {
    let builder = state.book_builder.clone();
    Ok(Json(run_blocking(move || Ok(builder.state())).await?))
}

/// Stop the book build.
#[utoipa::path(
    delete,
    path = "/book/growth",
    operation_id = "stop_growth",
    tag = "book",
    responses((status = 200, body = BookBuildState))
)]
pub async fn stop_build(state: State) -> ApiResult<BookBuildState> {
    let builder = state.book_builder.clone();
    Ok(Json(run_blocking(move || Ok(builder.stop())).await?))
}
