//! Tests of the rules and records through the public interface.

mod naive_rules;
mod perft;
mod random_positions;
mod records;
mod territory;
