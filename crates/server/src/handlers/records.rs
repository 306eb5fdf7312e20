//! Game records: text to trees and back.

use amazons::records::{self, Format};
use axum::Json;

use super::input::{self, Answer};
use crate::dto::problem::{Problem, Refusal};
use crate::dto::tree::{RecordText, RecordToWrite, Records, WrittenRecord};
use crate::records::tree;

/// Read games in any notation.
#[utoipa::path(
    post,
    path = "/records/read",
    operation_id = "read_record",
    tag = "records",
    request_body = RecordText,
    responses(
        (status = 200, body = Records),
        (status = "4XX", description = "The text is no record.", body = Problem),
    )
)]
pub async fn read(input::Json(text): input::Json<RecordText>) -> Answer<Records> {
    let text = text.text;
    let format = records::detect(&text);
    let records = records::read(&text).map_err(Refusal::bad_request)?;
    Ok(Json(Records {
        format: format.unwrap_or(Format::Text).into(),
        records: records.iter().map(tree).collect(),
    }))
}

/// Write a game down.
#[utoipa::path(
    post,
    path = "/records/write",
    operation_id = "write_record",
    tag = "records",
    request_body = RecordToWrite,
    responses(
        (status = 200, body = WrittenRecord),
        (status = "4XX", description = "The tree is none, or a move is not legal.", body = Problem),
    )
)]
pub async fn write(input::Json(record): input::Json<RecordToWrite>) -> Answer<WrittenRecord> {
    let written = records::write(&crate::records::record(&record.tree)?, record.format.into());
    Ok(Json(WrittenRecord { text: written }))
}
