//! Opening books: the experiments of Ohta, "Building an Opening Book for Amazons", on best-first
//! expansion, and other policies.

mod config;
mod default_book;
mod depth_profile;
mod dropout;
mod matches;
mod player;

use crate::frame::DynExperiment;

/// Reference of the paper.
const PAPER: &str =
    "Ohta, Building an Opening Book for Amazons: the k best moves of each leaf, 1,000 positions";

/// All experiments of this module in the order in which they are listed.
pub const EXPERIMENTS: &[&dyn DynExperiment] = &[
    &depth_profile::DepthProfile::NETWORK,
    &depth_profile::DepthProfile::ALPHA_BETA,
    &depth_profile::DepthProfile::SHALLOW,
    &dropout::BOOK_DROPOUT,
    &matches::BookMatch::BY_K,
    &matches::BookMatch::BY_POLICY,
    &default_book::DEFAULT_BOOK,
];
