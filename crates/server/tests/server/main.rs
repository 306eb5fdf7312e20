//! The server as its clients see it: real sockets on this machine, a database in memory.

mod analysis;
mod book;
mod client;
mod crossing;
mod endgames;
mod games;
mod guard;
mod lab;
mod lessons;
mod limits;
mod openapi;
mod page;
mod positions;
#[cfg(target_os = "linux")]
mod programs;
mod records;
mod reviews;
