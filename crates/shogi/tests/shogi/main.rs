//! Rules and evaluation against known counts, another library and brute force.

mod game_trait;
mod haitaka_oracle;
mod outcome;
mod perft;
mod random_games;
mod see;
