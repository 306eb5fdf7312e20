//! Game reviews.

use axum::http::StatusCode;

use super::extract::{ApiResult, Json, Path, State};
use crate::dto::error::{ApiError, ErrorBody};
use crate::dto::review::{NewReview, ReviewId, ReviewState};

/// Start a review.
#[utoipa::path(
    post,
    path = "/reviews",
    operation_id = "create_review",
    tag = "reviews",
    request_body = NewReview,
    responses(
        (status = 200, body = ReviewId),
        (
            status = "4XX",
            description = "Invalid game or limit, or too many reviews.",
            body = ErrorBody
        ),
    )
)]
pub async fn create(state: State, Json(new): Json<NewReview>) -> ApiResult<ReviewId> {
    let id = state.reviews.create(&new)?;
    Ok(axum::Json(ReviewId { id }))
}

/// Get the progress and results of a review.
#[utoipa::path(
    get,
    path = "/reviews/{id}",
    operation_id = "get_review",
    tag = "reviews",
    params(("id" = u64, Path, description = "Id of the review.", example = 1)),
    responses(
        (status = 200, body = ReviewState),
        (status = "4XX", description = "The review does not exist.", body = ErrorBody),
    )
)]
pub async fn get(state: State, Path(id): Path<u64>) -> ApiResult<ReviewState> {
    let review = state.reviews.get(id)?;
    Ok(axum::Json((*review).clone()))
}

/// Cancel and delete a review.
#[utoipa::path(
    delete,
    path = "/reviews/{id}",
    operation_id = "cancel_review",
    tag = "reviews",
    params(("id" = u64, Path, description = "Id of the review.", example = 1)),
    responses(
        (status = 204, description = "The review is deleted."),
        (status = "4XX", description = "The review does not exist.", body = ErrorBody),
    )
)]
pub async fn delete(state: State, Path(id): Path<u64>) -> Result<StatusCode, ApiError> {
    state.reviews.delete(id)?;
    Ok(StatusCode::NO_CONTENT)
}
