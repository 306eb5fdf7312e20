//! The server as its clients see it: real sockets on this machine, a database in memory.

mod analysis;
mod book;
mod client;
mod games;
mod guard;
mod lab;
mod limits;
mod openapi;
mod page;
mod positions;
mod records;
mod reviews;
