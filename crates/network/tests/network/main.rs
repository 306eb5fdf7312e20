//! Inference with every kernel of this CPU, results of training, and both file formats.

mod float_files;
mod inference;
mod quantized_files;
mod support;
mod training_vectors;
