//! How many streams may be open at once.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::dto::problem::Refusal;

/// Counts open streams, in all and from each address; clones count together.
#[derive(Clone, Debug)]
pub struct Streams(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    most: usize,
    most_per_address: usize,
    open: Mutex<HashMap<IpAddr, usize>>,
}

/// The right to one stream, until it is dropped.
#[derive(Debug)]
pub struct Stream {
    shared: Arc<Shared>,
    address: IpAddr,
}

impl Streams {
    /// So many in all, and so many from one address.
    #[must_use]
    pub fn new(most: usize, most_per_address: usize) -> Self {
        Self(Arc::new(Shared {
            most,
            most_per_address,
            open: Mutex::default(),
        }))
    }

    /// One more from that address.
    ///
    /// # Errors
    /// If there are too many.
    pub fn open(&self, address: IpAddr) -> Result<Stream, Refusal> {
        let mut open = self.0.lock();
        if open.values().sum::<usize>() >= self.0.most {
            let sentence = format!(
                "{} streams are open, and no more may be at once",
                self.0.most
            );
            return Err(Refusal::too_many(sentence));
        }
        let own = open.entry(address).or_default();
        if *own >= self.0.most_per_address {
            return Err(Refusal::too_many(format!(
                "{own} streams are open from this address, and no more may be at once"
            )));
        }
        *own += 1;
        let shared = Arc::clone(&self.0);
        Ok(Stream { shared, address })
    }

    /// How many are open.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.lock().values().sum()
    }
}

impl Shared {
    /// No panic can leave a count half-changed.
    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        let mut open = self.shared.lock();
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
    fn streams_are_counted_in_all_and_by_address() {
        let [one, two] = [[127, 0, 0, 1], [127, 0, 0, 2]].map(IpAddr::from);
        let streams = Streams::new(3, 2);
        let first = streams.open(one).expect("the first");
        let _second = streams.open(one).expect("the second");
        let refusal = streams.open(one).expect_err("the third from there");
        assert!(refusal.sentence.contains("from this address"));
        let _third = streams.open(two).expect("from elsewhere");
        let refusal = streams.open(two).expect_err("the fourth in all");
        assert!(refusal.sentence.starts_with("3 streams"), "{refusal:?}");
        drop(first);
        assert_eq!(streams.count(), 2);
        let _again = streams.open(one).expect("there is room again");
    }
}
