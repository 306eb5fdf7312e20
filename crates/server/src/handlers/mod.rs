//! One function for each route. They read what was sent, call what does it, and answer.

pub mod about;
pub mod analysis;
pub mod book;
pub mod endgames;
pub mod games;
pub mod input;
pub mod lab;
pub mod lessons;
pub mod positions;
pub mod programs;
pub mod records;
pub mod reviews;
pub mod socket;
