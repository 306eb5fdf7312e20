//! Every number of the ladder. `docs/results/levels.md` tells how they were found.

/// What makes a level.
#[derive(Debug)]
pub(super) struct Strength {
    pub(super) name: &'static str,
    pub(super) description: &'static str,
    pub(super) weakness: Option<Weakness>,
}

/// In what a level falls short of full strength.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Weakness {
    pub(super) mind: Mind,
    /// How many positions it looks at, besides those one move away.
    pub(super) nodes: u64,
    /// How many of the moves that it likes best it chooses among.
    pub(super) choices: usize,
    /// The difference, in thousandths of a logit, that makes a move e times less likely to be chosen.
    pub(super) temperature: i32,
}

/// What a level knows about positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mind {
    /// Distances and mobility.
    HandMade,
    /// What the network has learned.
    Network,
}

/// A move that is worse than the best one by more than so many temperatures is never chosen. It would
/// be once in a while, since there are hundreds of such moves, and would look like no mistake that a
/// person makes.
const MARGIN_IN_TEMPERATURES: i32 = 3;

/// More moves than any position has. Not `usize::MAX`, which would ask for the arrows of hopeless steps
/// as well.
const EVERY_CANDIDATE: usize = 10_000;

/// A search of few positions has looked at no more moves than this often enough to judge them.
const SEARCHED_CHOICES: usize = 6;

impl Weakness {
    /// Sees no further than the board after its own move.
    const fn short_sighted(temperature: i32) -> Self {
        Self {
            mind: Mind::HandMade,
            nodes: 0,
            choices: EVERY_CANDIDATE,
            temperature,
        }
    }

    /// Looks ahead at so many positions, and judges them by distances and mobility.
    const fn looking_ahead(nodes: u64, temperature: i32) -> Self {
        Self {
            mind: Mind::HandMade,
            nodes,
            choices: SEARCHED_CHOICES,
            temperature,
        }
    }

    /// Looks ahead at so many positions, and judges them by what the network has learned.
    const fn learned(nodes: u64, temperature: i32) -> Self {
        Self {
            mind: Mind::Network,
            nodes,
            choices: SEARCHED_CHOICES,
            temperature,
        }
    }

    /// How much worse than the best one a move may be that is chosen, in thousandths of a logit.
    pub(super) const fn margin(&self) -> i32 {
        self.temperature * MARGIN_IN_TEMPERATURES
    }
}

/// The levels, the weakest first.
pub(super) const LADDER: [Strength; 20] = [
    Strength {
        name: "Newcomer",
        description: "Has just learned the rules, heads for open space, and often settles for a poor move.",
        weakness: Some(Weakness::short_sighted(1500)),
    },
    Strength {
        name: "Beginner",
        description: "Sees what its own move does, and still picks a doubtful one as often as not.",
        weakness: Some(Weakness::short_sighted(920)),
    },
    Strength {
        name: "Learner",
        description: "Likes territory and mobile amazons, but wastes many moves.",
        weakness: Some(Weakness::short_sighted(600)),
    },
    Strength {
        name: "Dabbler",
        description: "Plays sensible moves, with a slip every few turns.",
        weakness: Some(Weakness::short_sighted(380)),
    },
    Strength {
        name: "Hobbyist",
        description: "Keeps its amazons free, but never asks what you will reply.",
        weakness: Some(Weakness::short_sighted(245)),
    },
    Strength {
        name: "Casual",
        description: "Looks after its space with some care, one move at a time.",
        weakness: Some(Weakness::short_sighted(143)),
    },
    Strength {
        name: "Regular",
        description: "Rarely misses a good-looking move, and sees no further than that.",
        weakness: Some(Weakness::short_sighted(75)),
    },
    Strength {
        name: "Watchful",
        description: "Glances at your reply before it moves.",
        weakness: Some(Weakness::looking_ahead(4, 200)),
    },
    Strength {
        name: "Planner",
        description: "Thinks of your replies to the moves it likes best.",
        weakness: Some(Weakness::looking_ahead(8, 200)),
    },
    Strength {
        name: "Tactician",
        description: "Weighs several moves and replies, and seldom walks into a simple threat.",
        weakness: Some(Weakness::looking_ahead(24, 200)),
    },
    Strength {
        name: "Club player",
        description: "Looks ahead with patience, and counts territory soundly.",
        weakness: Some(Weakness::looking_ahead(140, 70)),
    },
    Strength {
        name: "Strategist",
        description: "Has learned good shape from many thousands of games, and trusts its first impression.",
        weakness: Some(Weakness::learned(2, 300)),
    },
    Strength {
        name: "Contender",
        description: "Feels where the board will be divided, and checks a reply or two.",
        weakness: Some(Weakness::learned(6, 100)),
    },
    Strength {
        name: "Veteran",
        description: "Makes you prove your territory, and few mistakes of its own.",
        weakness: Some(Weakness::learned(16, 90)),
    },
    Strength {
        name: "Expert",
        description: "Reads short fights out, and punishes loose moves.",
        weakness: Some(Weakness::learned(40, 40)),
    },
    Strength {
        name: "Virtuoso",
        description: "Gives away nothing that is plain to see.",
        weakness: Some(Weakness::learned(100, 30)),
    },
    Strength {
        name: "Master",
        description: "Sees several moves ahead, and closes off its space in time.",
        weakness: Some(Weakness::learned(220, 25)),
    },
    Strength {
        name: "Grandmaster",
        description: "Turns a small lead into a won endgame.",
        weakness: Some(Weakness::learned(450, 20)),
    },
    Strength {
        name: "Champion",
        description: "Comes close to the best, and only now and then does not look deep enough.",
        weakness: Some(Weakness::learned(900, 20)),
    },
    Strength {
        name: "Amazon",
        description: "Plays at full strength, with all that it knows and in all the time it is given.",
        weakness: None,
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    /// More is seen and less overlooked from level to level.
    #[test]
    fn the_ladder_goes_up() {
        let weaknesses: Vec<Weakness> = LADDER.iter().filter_map(|step| step.weakness).collect();
        assert_eq!(weaknesses.len(), LADDER.len() - 1);
        assert!(LADDER[weaknesses.len()].weakness.is_none());
        for pair in weaknesses.windows(2) {
            let [lower, higher] = pair else {
                unreachable!()
            };
            if lower.mind == higher.mind {
                let grows = higher.nodes > lower.nodes;
                assert!(grows || higher.temperature < lower.temperature);
            } else {
                assert_eq!((lower.mind, higher.mind), (Mind::HandMade, Mind::Network));
            }
        }
    }
}
