//! Tests of the server over real sockets, with the database in memory.

mod access;
mod analysis;
mod book;
mod client;
mod cross_site;
mod endgames;
#[cfg(target_os = "linux")]
mod external_engines;
#[cfg(target_os = "linux")]
mod fair_sharing;
mod frontend;
mod games;
mod lab;
mod limits;
mod openapi;
mod positions;
mod reviews;
