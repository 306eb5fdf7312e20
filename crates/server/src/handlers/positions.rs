//! Positions and board overlays, without search.

use axum::Json;

use super::extract::{self, ApiResult};
use crate::dto::error::ErrorBody;
use crate::dto::overlays::Overlays;
use crate::dto::position::{Fen, Position, PositionText, parse_position};
use crate::overlays;

/// Parse a position in any supported notation.
#[utoipa::path(
    post,
    path = "/positions/read",
    operation_id = "read_position",
    tag = "positions",
    request_body = PositionText,
    responses(
        (status = 200, body = Position),
        (status = "4XX", description = "Invalid position.", body = ErrorBody),
    )
)]
pub async fn read(extract::Json(text): extract::Json<PositionText>) -> ApiResult<Position> {
    let position = parse_position(&text.text)?;
    Ok(Json(Position::from(&position)))
}

/// Get all board overlays of a position.
#[utoipa::path(
    post,
    path = "/positions/overlays",
    tag = "positions",
    request_body = Fen,
    responses(
        (status = 200, body = Overlays),
        (status = "4XX", description = "Invalid position.", body = ErrorBody),
    )
)]
pub async fn overlays(extract::Json(text): extract::Json<Fen>) -> ApiResult<Overlays> {
    let position = parse_position(&text.fen)?;
    Ok(Json(overlays::overlays(&position)))
}
