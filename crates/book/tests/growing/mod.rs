//! A book that grows by opinions.

use std::sync::atomic::AtomicBool;

use book::{Analyst, Book, Goal, Plan, Policy, build};

use crate::opinion::Opinionated;

/// Lets a book grow to a size, one search after another, each adding three moves.
pub fn grow(book: &mut Book, policy: &dyn Policy, size: usize, seed: u64, renewals: usize) {
    let plan = Plan {
        policy,
        width: 3,
        goal: Goal::Searched(size),
        renewals,
        provenance: "an opinion",
    };
    let analysts: Vec<Box<dyn Analyst>> = vec![Box::new(Opinionated(seed))];
    let never = AtomicBool::new(false);
    build(
        book,
        &plan,
        analysts,
        &never,
        &mut |_, _| Ok(()),
        &mut |_| {},
    )
    .expect("it grows");
}
