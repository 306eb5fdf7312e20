//! Locks that ignore poisoning, and blocking work off the async threads.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::dto::error::ApiError;

/// Locks a mutex, also one poisoned by a panic: every critical section of this crate leaves its
/// data valid at each step.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs work that waits for the disk or a process on tokio's blocking threads.
pub async fn run_blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    match tokio::task::spawn_blocking(work).await {
        Ok(result) => result,
        Err(_) => Err(ApiError::internal("internal error: the task panicked")),
    }
}
