//! Endgames explained.

use super::input::{Answer, Json, State};
use crate::dto::endgame::{Endgame, EndgameQuestion};
use crate::dto::position;
use crate::dto::problem::Problem;
use crate::games::within;

/// The longest search that can be asked for: an answer must come while the request still waits for it.
const MOST_SECONDS: f64 = 10.0;

/// What each region of a position is worth, who is ahead by how much, and how both play best.
#[utoipa::path(
    post,
    path = "/positions/endgame",
    operation_id = "explain_endgame",
    tag = "positions",
    request_body = EndgameQuestion,
    responses(
        (status = 200, body = Endgame),
        (status = "4XX", description = "The text is no position, or too much is asked for at once.", body = Problem),
    )
)]
pub async fn explain(services: State, Json(question): Json<EndgameQuestion>) -> Answer<Endgame> {
    let position = position::read(&question.fen)?;
    if let Some(seconds) = question.seconds {
        within("the seconds for the search", seconds, 0.0, MOST_SECONDS)?;
    }
    let explained = services
        .endgames
        .explain(position, question.seconds)
        .await?;
    Ok(axum::Json((*explained).clone()))
}
