//! Limits what clients use at the same time, in total and by address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;

use parking_lot::Mutex;

use crate::dto::error::{ApiError, ErrorReason};

/// Maximum amount in use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AddressLimit {
    /// By all clients together.
    pub total: usize,
    /// By the clients of one address.
    pub per_address: usize,
}

/// Counts what is in use, in total and by address.
#[derive(Debug)]
pub struct AddressLimiter {
    /// What is counted, for messages.
    what: &'static str,
    /// The reason of an error, from the limit that is reached.
    reason: fn(usize) -> ErrorReason,
    limit: AddressLimit,
    used: Mutex<HashMap<IpAddr, usize>>,
}

/// Permit for an amount; released when dropped.
#[derive(Debug)]
pub struct AddressPermit {
    limiter: Arc<AddressLimiter>,
    address: IpAddr,
    amount: usize,
}

impl AddressLimiter {
    pub fn new(
        what: &'static str,
        reason: fn(usize) -> ErrorReason,
        limit: AddressLimit,
    ) -> Arc<Self> {
        Arc::new(Self {
            what,
            reason,
            limit,
            used: Mutex::default(),
        })
    }

    /// Acquires a permit for a client at `address`.
    pub fn acquire(
        self: &Arc<Self>,
        address: IpAddr,
        amount: usize,
    ) -> Result<AddressPermit, ApiError> {
        let limit_reached = |limit: usize, of: &str| {
            let message = format!(
                "limit of {limit} {}{of} reached; try again later",
                self.what
            );
            Err(ApiError::too_many_requests(message).because((self.reason)(limit)))
        };
        let mut used = self.used.lock();
        if used.values().sum::<usize>() + amount > self.limit.total {
            return limit_reached(self.limit.total, "");
        }
        let from_address = used.get(&address).copied().unwrap_or_default() + amount;
        if from_address > self.limit.per_address {
            return limit_reached(self.limit.per_address, " from this address");
        }
        used.insert(address, from_address);
        Ok(AddressPermit {
            limiter: Arc::clone(self),
            address,
            amount,
        })
    }

    /// Amount in use.
    pub fn used(&self) -> usize {
        self.used.lock().values().sum()
    }
}

impl Drop for AddressPermit {
    fn drop(&mut self) {
        let mut used = self.limiter.used.lock();
        if let Some(from_address) = used.get_mut(&self.address) {
            *from_address -= self.amount;
            if *from_address == 0 {
                used.remove(&self.address);
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
        let limit = AddressLimit {
            total: 30,
            per_address: 20,
        };
        let too_many = |max| ErrorReason::TooManyConnections { max };
        let limiter = AddressLimiter::new("things", too_many, limit);
        let first = limiter.acquire(one, 15).expect("first");
        let _second = limiter.acquire(one, 5).expect("second");
        let error = limiter.acquire(one, 1).expect_err("third from one address");
        assert!(error.message.contains("20 things from this address"));
        let _third = limiter.acquire(two, 10).expect("third");
        let error = limiter.acquire(two, 1).expect_err("fourth in total");
        assert!(error.message.contains("30 things reached"));
        drop(first);
        assert_eq!(limiter.used(), 15);
        let _fourth = limiter.acquire(one, 15).expect("released permit");
    }
}
