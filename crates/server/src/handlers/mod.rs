//! HTTP handlers, one function per route.

pub mod analysis;
pub mod book;
pub mod external_engines;
pub mod extract;
pub mod game_database;
pub mod games;
pub mod info;
pub mod lab;
pub mod positions;
pub mod reviews;
pub mod socket;
