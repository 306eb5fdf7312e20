//! What goes over the wire: plain data with its JSON form and its place in the OpenAPI page.
//!
//! Nothing here decides anything. Squares, moves and positions are text, as people write them: `d1`,
//! `d1-d7/g7`, a FEN. What cannot be is refused with one sentence when it is turned into the program's own
//! types.

pub mod about;
pub mod analysis;
pub mod book;
pub mod endgame;
pub mod game;
pub mod lab;
pub mod lessons;
pub mod overlays;
pub mod position;
pub mod problem;
pub mod program;
pub mod review;
pub mod side;
pub mod study;
pub mod tree;
