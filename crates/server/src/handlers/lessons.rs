//! Learning: from one's own games, and from puzzles.

use super::input::{Answer, Query, State};
use crate::dto::lessons::{Lessons, Puzzle, PuzzleChoice};
use crate::dto::problem::Problem;

/// How people did against each level, and their mistakes to try again.
#[utoipa::path(
    get,
    path = "/lessons",
    operation_id = "lessons",
    tag = "learning",
    responses(
        (status = 200, body = Lessons),
        (status = "4XX", description = "The games cannot be read.", body = Problem),
    )
)]
pub async fn lessons(services: State) -> Answer<Lessons> {
    services.games.lessons().await.map(axum::Json)
}

/// An endgame puzzle: a win that hangs by a move.
#[utoipa::path(
    get,
    path = "/puzzles",
    operation_id = "puzzle",
    tag = "learning",
    params(PuzzleChoice),
    responses(
        (status = 200, body = Puzzle),
        (status = "4XX", description = "There is no such puzzle, or too much is asked for at once.", body = Problem),
    )
)]
pub async fn puzzle(services: State, Query(choice): Query<PuzzleChoice>) -> Answer<Puzzle> {
    services.endgames.puzzle(choice).await.map(axum::Json)
}
