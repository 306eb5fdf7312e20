//! Positions, without any search.

use axum::Json;

use super::input::{self, Answer};
use crate::dto::overlays::Overlays;
use crate::dto::position::{self, Fen, Position, PositionText};
use crate::dto::problem::Problem;
use crate::overlays;

/// Read a position in any notation.
#[utoipa::path(
    post,
    path = "/positions/read",
    operation_id = "read_position",
    tag = "positions",
    request_body = PositionText,
    responses(
        (status = 200, body = Position),
        (status = "4XX", description = "The text is no position.", body = Problem),
    )
)]
pub async fn read(input::Json(text): input::Json<PositionText>) -> Answer<Position> {
    let position = position::read(&text.text)?;
    Ok(Json(Position::from(&position)))
}

/// Everything that can be drawn over a position.
#[utoipa::path(
    post,
    path = "/positions/overlays",
    tag = "positions",
    request_body = Fen,
    responses(
        (status = 200, body = Overlays),
        (status = "4XX", description = "The text is no position.", body = Problem),
    )
)]
pub async fn overlays(input::Json(text): input::Json<Fen>) -> Answer<Overlays> {
    let position = position::read(&text.fen)?;
    Ok(Json(overlays::overlays(&position)))
}
