//! What the trained network thinks of a position: win probability, expected margin, who will own which
//! square, and how likely each move is.
//!
//! The network is a small residual convolution net that was taught by self-play (`training/` makes it).
//! Here it only runs: quantised to bytes, without any framework, on the best instructions that the processor
//! has, with the same bits as result on all of them. What training exports can be run as it is, too, in floats.
//! This crate does not search.
//!
//! ```
//! use amazons::{Game, Position};
//! use network::Network;
//!
//! let network = Network::embedded();
//! let mut workspace = network.workspace();
//! let position = Position::standard_start();
//! let evaluation = network.evaluate(&mut workspace, &position);
//! // Nobody is far ahead yet.
//! assert!((0.3..0.7).contains(&evaluation.win_probability()));
//!
//! let policy = network.policy(&position, &evaluation);
//! let (mv, log_probability) = policy.likeliest(10)[0];
//! assert!(position.is_legal(mv) && log_probability < 0.0);
//! ```
//!
//! From the input to the result: [`planes`](planes()) → tower of residual blocks → heads, then [`Policy`] where it is
//! asked for. [`weights`] is the file format. `examples/quantise` turns what training exports into such a
//! file and says how much was lost.

mod convolution;
mod distances;
mod elementary;
mod frame;
mod heads;
mod kernel;
mod layers;
mod likeliest;
mod network;
mod number;
pub mod pairs;
mod planes;
mod policy;
mod policy_head;
mod tower;
pub mod weights;

pub use elementary::exp;
pub use frame::{SQUARES, frame_index};
pub use kernel::Path;
pub use network::{Evaluation, Network, Workspace};
pub use planes::{ONE, PLANES, Planes, planes};
pub use policy::{Arrows, Policy, Step};
