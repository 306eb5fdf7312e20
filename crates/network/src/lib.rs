//! Inference of the policy and value network: win probability, expected margin, ownership and move
//! probabilities of Amazons positions.
//!
//! The network is a residual CNN, possibly with attention among the amazons, trained by self-play (`training/`), quantized to int8. Kernels for
//! AVX-512, AVX-VNNI, AVX2, NEON and portable code give bit-identical results. The float weights
//! that training exports can be run, too. This crate does not search.
//!
//! ```
//! use amazons::{Game, Position};
//! use network::Network;
//!
//! let network = Network::embedded();
//! let position = Position::standard_start();
//! let output = network.evaluate(&mut network.workspace(), &position);
//! assert!((0.3..0.7).contains(&output.win_probability()));
//!
//! let policy = network.policy(&position, &output);
//! let (mv, log_probability) = policy.top_moves(10)[0];
//! assert!(position.is_legal(mv) && log_probability < 0.0);
//! ```
//!
//! Data flow: [`input_planes`] → tower of residual blocks → value heads, and [`Policy`] on demand.
//! [`weights`] is the file format. `examples/quantize` converts what training exports and reports
//! the loss.

mod activation;
mod attention;
mod board;
mod convolution;
mod kernel;
mod layers;
mod math;
mod network;
mod planes;
mod policy;
mod policy_head;
mod top_k;
mod tower;
mod value_head;
pub mod weights;

pub use board::{SQUARES, square_index};
pub use kernel::Kernel;
pub use math::exp;
pub use network::{Network, NetworkOutput, Workspace};
pub use planes::{PLANE_ONE, PLANES, Planes, input_planes};
pub use policy::{ArrowPolicy, Policy, PolicyStep};
