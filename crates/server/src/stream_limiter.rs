//! Limits the number of open WebSockets.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;

use parking_lot::Mutex;

use crate::dto::error::{ApiError, ErrorReason};

/// Counts open WebSockets, in total and by address.
#[derive(Debug)]
pub struct StreamLimiter {
    max: usize,
    max_per_address: usize,
    open: Mutex<HashMap<IpAddr, usize>>,
}

/// Permit for one WebSocket; released when dropped.
#[derive(Debug)]
pub struct StreamPermit {
    limiter: Arc<StreamLimiter>,
    address: IpAddr,
}

impl StreamLimiter {
    pub fn new(max: usize, max_per_address: usize) -> Self {
        Self {
            max,
            max_per_address,
            open: Mutex::default(),
        }
    }

    /// Acquires a permit for a WebSocket from `address`.
    pub fn acquire(self: &Arc<Self>, address: IpAddr) -> Result<StreamPermit, ApiError> {
        let limit_reached = |limit: usize, of: &str| {
            let message = format!("limit of {limit} open WebSockets{of} reached");
            let max = limit;
            Err(ApiError::too_many_requests(message)
                .because(ErrorReason::TooManyConnections { max }))
        };
        let mut open = self.open.lock();
        if open.values().sum::<usize>() >= self.max {
            return limit_reached(self.max, "");
        }
        let from_address = open.entry(address).or_default();
        if *from_address >= self.max_per_address {
            return limit_reached(self.max_per_address, " from this address");
        }
        *from_address += 1;
        let limiter = Arc::clone(self);
        Ok(StreamPermit { limiter, address })
    }

    /// Number of open WebSockets.
    pub fn count(&self) -> usize {
        self.open.lock().values().sum()
    }
}

impl Drop for StreamPermit {
    fn drop(&mut self) {
        let mut open = self.limiter.open.lock();
        if let Some(count) = open.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn total_and_per_address_limits_hold() {
        let [one, two] = [[127, 0, 0, 1], [127, 0, 0, 2]].map(IpAddr::from);
        let limiter = Arc::new(StreamLimiter::new(3, 2));
        let first = limiter.acquire(one).expect("first");
        let _second = limiter.acquire(one).expect("second");
        let error = limiter.acquire(one).expect_err("third from one address");
        assert!(
            error
                .message
                .contains("2 open WebSockets from this address")
        );
        let _third = limiter.acquire(two).expect("third");
        let error = limiter.acquire(two).expect_err("fourth in total");
        assert!(error.message.contains("3 open WebSockets reached"));
        drop(first);
        assert_eq!(limiter.count(), 2);
        let _fourth = limiter.acquire(one).expect("released permit");
    }
}
