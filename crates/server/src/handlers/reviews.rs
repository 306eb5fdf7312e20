//! Reviews of whole games, in the background.

use axum::http::StatusCode;

use super::input::{Answer, Json, Path, State};
use crate::dto::problem::{Problem, Refusal};
use crate::dto::review::{NewReview, ReviewId, ReviewState};

/// Begin a review.
#[utoipa::path(
    post,
    path = "/reviews",
    operation_id = "create_review",
    tag = "reviews",
    request_body = NewReview,
    responses(
        (status = 200, body = ReviewId),
        (status = "4XX", description = "The game cannot be.", body = Problem),
    )
)]
pub async fn create(services: State, Json(new): Json<NewReview>) -> Answer<ReviewId> {
    let id = services.reviews.create(&new)?;
    Ok(axum::Json(ReviewId { id }))
}

/// How far a review has come.
#[utoipa::path(
    get,
    path = "/reviews/{id}",
    operation_id = "get_review",
    tag = "reviews",
    params(("id" = u64, Path, description = "The review's number.", example = 1)),
    responses(
        (status = 200, body = ReviewState),
        (status = "4XX", description = "There is no such review.", body = Problem),
    )
)]
pub async fn get(services: State, Path(id): Path<u64>) -> Answer<ReviewState> {
    let state = services.reviews.get(id)?;
    Ok(axum::Json((*state).clone()))
}

/// End a review, finished or not.
#[utoipa::path(
    delete,
    path = "/reviews/{id}",
    operation_id = "cancel_review",
    tag = "reviews",
    params(("id" = u64, Path, description = "The review's number.", example = 1)),
    responses(
        (status = 204, description = "It is gone."),
        (status = "4XX", description = "There is no such review.", body = Problem),
    )
)]
pub async fn delete(services: State, Path(id): Path<u64>) -> Result<StatusCode, Refusal> {
    services.reviews.delete(id)?;
    Ok(StatusCode::NO_CONTENT)
}
