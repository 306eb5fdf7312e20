//! Opening books: the experiments of Ohta, "Building an Opening Book for Amazons", on best-first
//! expansion, and other policies.

mod config;
mod default_book;
mod depth_profile;
mod dropout;
mod matches;
mod player;

pub use default_book::DEFAULT_BOOK;
pub use depth_profile::DepthProfile;
pub use dropout::BOOK_DROPOUT;
pub use matches::BookMatch;

/// Reference of the paper.
const PAPER: &str =
    "Ohta, Building an Opening Book for Amazons: the k best moves of each leaf, 1,000 positions";
