//! Blocking work off the async threads.

use crate::dto::error::ApiError;

/// Runs work that waits for the disk or a process on tokio's blocking threads.
pub async fn run_blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let result = tokio::task::spawn_blocking(work).await;
    result.unwrap_or_else(|_| Err(ApiError::internal("internal error: the task panicked")))
}
