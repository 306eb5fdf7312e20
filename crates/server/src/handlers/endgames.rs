//! Endgame analyses and puzzles.

use super::extract::{ApiResult, Json, Query, State};
use crate::dto::check_range;
use crate::dto::endgame::{EndgameAnalysis, EndgameRequest};
use crate::dto::error::ErrorBody;
use crate::dto::position::parse_position;
use crate::dto::puzzle::{Puzzle, PuzzleQuery};

/// Maximum search time in seconds: the response must come before the request times out.
const MAX_SEARCH_SECONDS: f64 = 10.0;

/// Analyze an endgame: region values, outcome and best play.
#[utoipa::path(
    post,
    path = "/positions/endgame",
    operation_id = "explain_endgame",
    tag = "positions",
    request_body = EndgameRequest,
    responses(
        (status = 200, body = EndgameAnalysis),
        (status = "4XX", description = "Invalid position, or too many analyses.", body = ErrorBody),
    )
)]
pub async fn analyze(
    state: State,
    Json(request): Json<EndgameRequest>,
) -> ApiResult<EndgameAnalysis> {
    let position = parse_position(&request.fen)?;
    if let Some(seconds) = request.seconds {
        check_range("the search seconds", seconds, 0.0..=MAX_SEARCH_SECONDS)?;
    }
    let analysis = state.endgames.analyze(position, request.seconds).await?;
    Ok(axum::Json((*analysis).clone()))
}

/// Get an endgame puzzle: a position won by one tempo.
#[utoipa::path(
    get,
    path = "/puzzles",
    operation_id = "puzzle",
    tag = "learning",
    params(PuzzleQuery),
    responses(
        (status = 200, body = Puzzle),
        (status = "4XX", description = "Invalid query, or too many analyses.", body = ErrorBody),
    )
)]
pub async fn puzzle(state: State, Query(query): Query<PuzzleQuery>) -> ApiResult<Puzzle> {
    state.endgames.puzzle(query).await.map(axum::Json)
}
