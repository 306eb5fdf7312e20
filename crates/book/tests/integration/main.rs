//! Books built with a fast artificial evaluator, checked against the definitions.

mod files;
mod hash_evaluator;
mod minimax;
mod policies;
mod result_learning;
