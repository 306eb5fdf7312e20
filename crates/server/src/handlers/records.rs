//! Game records: parsing and writing.

use amazons::records::{self, Format};
use axum::Json;

use super::extract::{self, ApiResult};
use crate::dto::error::{ApiError, ErrorBody};
use crate::dto::tree::{ParsedRecords, RecordText, RecordWriteRequest};
use crate::records::{record_to_tree, tree_to_record};

/// Parse game records in any supported format.
#[utoipa::path(
    post,
    path = "/records/read",
    operation_id = "read_record",
    tag = "records",
    request_body = RecordText,
    responses(
        (status = 200, body = ParsedRecords),
        (status = "4XX", description = "Invalid record.", body = ErrorBody),
    )
)]
pub async fn read(extract::Json(text): extract::Json<RecordText>) -> ApiResult<ParsedRecords> {
    let text = text.text;
    let format = records::detect(&text);
    let records = records::read(&text).map_err(ApiError::bad_request)?;
    Ok(Json(ParsedRecords {
        format: format.unwrap_or(Format::Text).into(),
        records: records.iter().map(record_to_tree).collect(),
    }))
}

/// Write a game record.
#[utoipa::path(
    post,
    path = "/records/write",
    operation_id = "write_record",
    tag = "records",
    request_body = RecordWriteRequest,
    responses(
        (status = 200, body = RecordText),
        (status = "4XX", description = "Malformed tree or illegal move.", body = ErrorBody),
    )
)]
pub async fn write(
    extract::Json(request): extract::Json<RecordWriteRequest>,
) -> ApiResult<RecordText> {
    let text = records::write(&tree_to_record(&request.tree)?, request.format.into());
    Ok(Json(RecordText { text }))
}
