//! Positions, endgames, puzzles and game records: requests that store nothing.

use amazons::records::{self, Format};

use super::extract::{ApiResult, Json, Query, State};
use crate::dto::check_range;
use crate::dto::endgame::{EndgameAnalysis, EndgameRequest, Puzzle, PuzzleQuery};
use crate::dto::position::{Fen, Overlays, Position, PositionText, parse_position};
use crate::dto::tree::{ParsedRecords, RecordText, RecordWriteRequest};
use crate::overlays::overlays as compute_overlays;
use crate::records::{invalid_record, record_to_tree, tree_to_record};

/// Maximum search time in seconds: the response must come before the request times out.
const MAX_SEARCH_SECONDS: f64 = 10.0;

/// Parse a position in any supported notation.
#[utoipa::path(
    post, path = "/positions/read", tag = "positions",
    responses(
        (status = 200, body = Position),
        (status = "4XX", description = "Invalid position."),
    )
)]
pub async fn read_position(Json(text): Json<PositionText>) -> ApiResult<Position> {
    let position = parse_position(&text.text)?;
    Ok(Json(Position::from(&position)))
}

/// Get all board overlays of a position.
#[utoipa::path(
    post, path = "/positions/overlays", tag = "positions",
    responses(
        (status = 200, body = Overlays),
        (status = "4XX", description = "Invalid position."),
    )
)]
pub async fn overlays(Json(text): Json<Fen>) -> ApiResult<Overlays> {
    let position = parse_position(&text.fen)?;
    Ok(Json(compute_overlays(&position)))
}

/// Analyze an endgame: region values, outcome and best play.
#[utoipa::path(
    post, path = "/positions/endgame", operation_id = "explain_endgame", tag = "positions",
    responses(
        (status = 200, body = EndgameAnalysis),
        (status = "4XX", description = "Invalid position, or too many analyses."),
    )
)]
pub async fn analyze_endgame(
    state: State,
    Json(request): Json<EndgameRequest>,
) -> ApiResult<EndgameAnalysis> {
    let position = parse_position(&request.fen)?;
    if let Some(seconds) = request.seconds {
        check_range("the search seconds", seconds, 0.0..=MAX_SEARCH_SECONDS)?;
    }
    let analysis = state.endgames.analyze(position, request.seconds).await;
    analysis.map(Json)
}

/// Get an endgame puzzle: a position won by one tempo.
#[utoipa::path(
    get, path = "/puzzles", operation_id = "puzzle", tag = "learning",
    params(PuzzleQuery),
    responses(
        (status = 200, body = Puzzle),
        (status = "4XX", description = "Invalid query, or too many analyses."),
    )
)]
pub async fn puzzle(state: State, Query(query): Query<PuzzleQuery>) -> ApiResult<Puzzle> {
    state.endgames.puzzle(query).await.map(Json)
}

/// Parse game records in any supported format.
#[utoipa::path(
    post, path = "/records/read", tag = "records",
    responses(
        (status = 200, body = ParsedRecords),
        (status = "4XX", description = "Invalid record."),
    )
)]
pub async fn read_record(Json(text): Json<RecordText>) -> ApiResult<ParsedRecords> {
    let text = text.text;
    let format = records::detect(&text);
    let records = records::read(&text).map_err(invalid_record)?;
    Ok(Json(ParsedRecords {
        format: format.unwrap_or(Format::Text).into(),
        records: records.iter().map(record_to_tree).collect(),
    }))
}

/// Write a game record.
#[utoipa::path(
    post, path = "/records/write", tag = "records",
    responses(
        (status = 200, body = RecordText),
        (status = "4XX", description = "Malformed tree or illegal move."),
    )
)]
pub async fn write_record(Json(request): Json<RecordWriteRequest>) -> ApiResult<RecordText> {
    let text = records::write(&tree_to_record(&request.tree)?, request.format.into());
    Ok(Json(RecordText { text }))
}
