//! Game reviews and insights from them.

use axum::http::StatusCode;

use super::extract::{ApiResult, Json, Path, PeerAddr, State, blocking_json};
use crate::dto::error::ApiError;
use crate::dto::review::{Insights, NewReview, ReviewId, ReviewState};

/// Start a review. It pauses while no client gets its progress, and continues with the next
/// request for it.
#[utoipa::path(
    post, path = "/reviews", operation_id = "create_review", tag = "reviews",
    responses(
        (status = 200, body = ReviewId),
        (status = "4XX", description = "Invalid game or limit, or too many reviews."),
    )
)]
pub async fn create(
    state: State,
    PeerAddr(address): PeerAddr,
    Json(new): Json<NewReview>,
) -> ApiResult<ReviewId> {
    let id = state.reviews.create(&new, address)?;
    Ok(Json(ReviewId { id }))
}

/// Get the progress and results of a review.
#[utoipa::path(
    get, path = "/reviews/{id}", operation_id = "get_review", tag = "reviews",
    params(("id", description = "Id of the review.", example = 1)),
    responses(
        (status = 200, body = ReviewState),
        (status = "4XX", description = "The review does not exist or has failed."),
    )
)]
pub async fn get(state: State, Path(id): Path<u64>) -> ApiResult<ReviewState> {
    state.reviews.get(id).map(Json)
}

/// Cancel and delete a review.
#[utoipa::path(
    delete, path = "/reviews/{id}", operation_id = "cancel_review", tag = "reviews",
    params(("id", description = "Id of the review.", example = 1)),
    responses(
        (status = 204, description = "The review is deleted."),
        (status = "4XX", description = "The review does not exist."),
    )
)]
pub async fn delete(state: State, Path(id): Path<u64>) -> Result<StatusCode, ApiError> {
    state.reviews.delete(id)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Get results against each level and the mistakes of reviewed games.
#[utoipa::path(
    get, path = "/lessons", operation_id = "lessons", tag = "learning",
    responses(
        (status = 200, body = Insights),
        (status = "4XX", description = "The games cannot be read."),
    )
)]
pub async fn insights(state: State) -> ApiResult<Insights> {
    blocking_json(move || state.games.insights()).await
}
