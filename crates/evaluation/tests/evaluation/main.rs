//! Distance maps, features and evaluations against slow reference implementations, with every SIMD
//! backend of this CPU.

mod distance_maps;
mod evaluations;
mod features;
mod positions;
mod reference;
