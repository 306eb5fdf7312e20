//! Tests of the server over real sockets, with the database in memory.

mod analysis;
mod book;
mod client;
mod cross_site;
mod endgames;
#[cfg(target_os = "linux")]
mod external_engines;
mod frontend;
mod games;
mod lab;
mod limits;
mod openapi;
mod positions;
mod reviews;
