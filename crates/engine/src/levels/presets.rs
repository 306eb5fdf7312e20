//! Parameters of the levels. `docs/results/levels.md` tells how they were calibrated.

use crate::engine::PlayerKind;

/// Name, description and strength of a level.
#[derive(Debug)]
pub(super) struct LevelPreset {
    pub(super) name: &'static str,
    pub(super) description: &'static str,
    /// `None` at full strength.
    pub(super) strength_limit: Option<StrengthLimit>,
}

/// Limits of a level below full strength.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct StrengthLimit {
    /// Monte-Carlo, with the handcrafted evaluation, or network.
    pub(super) player: PlayerKind,
    /// Maximum number of nodes, not counting the evaluation of root moves.
    pub(super) nodes: u64,
    /// Maximum number of lines to sample from.
    pub(super) max_candidates: usize,
    /// Softmax temperature of the sampling, in millilogits.
    pub(super) temperature: i32,
}

/// Maximum loss of a sampled move, in temperatures. Without it, one of the hundreds of worse moves
/// would be sampled now and then, which looks unlike a human mistake.
const MAX_LOSS_IN_TEMPERATURES: i32 = 3;

/// More than the legal moves of any position. Not `usize::MAX`, which disables the pruning of
/// steps.
const ALL_CANDIDATES: usize = 10_000;

/// Maximum number of lines after a search of few nodes; others have too few visits.
const MAX_SEARCHED_CANDIDATES: usize = 6;

impl StrengthLimit {
    /// Evaluates its own moves by the handcrafted evaluation.
    const fn one_ply(temperature: i32) -> Self {
        Self {
            max_candidates: ALL_CANDIDATES,
            ..Self::search(PlayerKind::MonteCarlo, 0, temperature)
        }
    }

    /// Searches with the handcrafted evaluation.
    const fn handcrafted_search(nodes: u64, temperature: i32) -> Self {
        Self::search(PlayerKind::MonteCarlo, nodes, temperature)
    }

    /// Searches with the network.
    const fn network_search(nodes: u64, temperature: i32) -> Self {
        Self::search(PlayerKind::Network, nodes, temperature)
    }

    const fn search(player: PlayerKind, nodes: u64, temperature: i32) -> Self {
        Self {
            player,
            nodes,
            max_candidates: MAX_SEARCHED_CANDIDATES,
            temperature,
        }
    }

    /// Maximum loss of a sampled move against the best one, in millilogits.
    pub(super) const fn max_loss(&self) -> i32 {
        self.temperature * MAX_LOSS_IN_TEMPERATURES
    }
}

/// The levels, weakest first.
pub(super) const LEVELS: [LevelPreset; 20] = [
    LevelPreset {
        name: "Newcomer",
        description: "Has just learned the rules, heads for open space, and often settles for a poor \
                      move.",
        strength_limit: Some(StrengthLimit::one_ply(1500)),
    },
    LevelPreset {
        name: "Beginner",
        description: "Sees what its own move does, and still picks a doubtful one as often as not.",
        strength_limit: Some(StrengthLimit::one_ply(920)),
    },
    LevelPreset {
        name: "Learner",
        description: "Likes territory and mobile amazons, but wastes many moves.",
        strength_limit: Some(StrengthLimit::one_ply(600)),
    },
    LevelPreset {
        name: "Dabbler",
        description: "Plays sensible moves, with a slip every few turns.",
        strength_limit: Some(StrengthLimit::one_ply(380)),
    },
    LevelPreset {
        name: "Hobbyist",
        description: "Keeps its amazons free, but never asks what you will reply.",
        strength_limit: Some(StrengthLimit::one_ply(245)),
    },
    LevelPreset {
        name: "Casual",
        description: "Looks after its space with some care, one move at a time.",
        strength_limit: Some(StrengthLimit::one_ply(143)),
    },
    LevelPreset {
        name: "Regular",
        description: "Rarely misses a good-looking move, and sees no further than that.",
        strength_limit: Some(StrengthLimit::one_ply(75)),
    },
    LevelPreset {
        name: "Watchful",
        description: "Glances at your reply before it moves.",
        strength_limit: Some(StrengthLimit::handcrafted_search(4, 200)),
    },
    LevelPreset {
        name: "Planner",
        description: "Thinks of your replies to the moves it likes best.",
        strength_limit: Some(StrengthLimit::handcrafted_search(8, 200)),
    },
    LevelPreset {
        name: "Tactician",
        description: "Weighs several moves and replies, and seldom walks into a simple threat.",
        strength_limit: Some(StrengthLimit::handcrafted_search(24, 200)),
    },
    LevelPreset {
        name: "Club player",
        description: "Looks ahead with patience, and counts territory soundly.",
        strength_limit: Some(StrengthLimit::handcrafted_search(140, 70)),
    },
    LevelPreset {
        name: "Strategist",
        description: "Has learned good shape from many thousands of games, and trusts its first \
                      impression.",
        strength_limit: Some(StrengthLimit::network_search(2, 300)),
    },
    LevelPreset {
        name: "Contender",
        description: "Feels where the board will be divided, and checks a reply or two.",
        strength_limit: Some(StrengthLimit::network_search(6, 100)),
    },
    LevelPreset {
        name: "Veteran",
        description: "Makes you prove your territory, and few mistakes of its own.",
        strength_limit: Some(StrengthLimit::network_search(16, 90)),
    },
    LevelPreset {
        name: "Expert",
        description: "Reads short fights out, and punishes loose moves.",
        strength_limit: Some(StrengthLimit::network_search(40, 40)),
    },
    LevelPreset {
        name: "Virtuoso",
        description: "Gives away nothing that is plain to see.",
        strength_limit: Some(StrengthLimit::network_search(100, 30)),
    },
    LevelPreset {
        name: "Master",
        description: "Sees several moves ahead, and closes off its space in time.",
        strength_limit: Some(StrengthLimit::network_search(220, 25)),
    },
    LevelPreset {
        name: "Grandmaster",
        description: "Turns a small lead into a won endgame.",
        strength_limit: Some(StrengthLimit::network_search(450, 20)),
    },
    LevelPreset {
        name: "Champion",
        description: "Comes close to the best, and only now and then does not look deep enough.",
        strength_limit: Some(StrengthLimit::network_search(900, 20)),
    },
    LevelPreset {
        name: "Amazon",
        description: "Plays at full strength, with all that it knows and in all the time it is \
                      given.",
        strength_limit: None,
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_search_more_or_sample_less_from_one_to_the_next() {
        let limits: Vec<StrengthLimit> = LEVELS
            .iter()
            .filter_map(|level| level.strength_limit)
            .collect();
        assert_eq!(limits.len(), LEVELS.len() - 1);
        assert!(LEVELS[limits.len()].strength_limit.is_none());
        for pair in limits.windows(2) {
            let [lower, higher] = pair else {
                unreachable!()
            };
            if lower.player == higher.player {
                let searches_more = higher.nodes > lower.nodes;
                assert!(searches_more || higher.temperature < lower.temperature);
            } else {
                assert_eq!(lower.player, PlayerKind::MonteCarlo);
                assert_eq!(higher.player, PlayerKind::Network);
            }
        }
    }
}
