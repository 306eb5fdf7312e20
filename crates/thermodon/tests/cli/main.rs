//! Integration tests: the binary as a user meets it, and the protocols as other programs meet them.

mod analysis_engine;
mod analyze;
mod bench;
mod book;
mod commands;
mod endgame;
mod lab;
mod matches;
mod program;
mod protocols;
mod serve;
mod train;
