//! Insights from stored games.

use super::extract::{ApiResult, State};
use crate::dto::error::ErrorBody;
use crate::dto::insights::Insights;

/// Get results against each level and the mistakes of reviewed games.
#[utoipa::path(
    get,
    path = "/lessons",
    operation_id = "lessons",
    tag = "learning",
    responses(
        (status = 200, body = Insights),
        (status = "4XX", description = "The games cannot be read.", body = ErrorBody),
    )
)]
pub async fn insights(state: State) -> ApiResult<Insights> {
    state.games.insights().await.map(axum::Json)
}
