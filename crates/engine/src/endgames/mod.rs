//! Endgame knowledge without a search of the whole board: territory, score tables, exact values.

#[cfg(test)]
mod brute_force;
pub(crate) mod exact_values;
pub(crate) mod filling;
pub(crate) mod table_moves;
#[cfg(test)]
pub(crate) mod test_positions;

use std::path::Path;
use std::sync::{Arc, OnceLock};

use amazons::{Game, Outcome, Position};
use endgame::{ScoreTable, build_score_table_in_memory, default_dir};

use exact_values::ExactValueProver;
pub use exact_values::{ExactResult, HottestRegion};

/// Maximum region size of the built-in score table, in squares. Building it takes negligible time.
const BUILT_IN_MAX_SQUARES: usize = 6;

/// Proves outcomes. Each thread has its own clone; clones share the tables.
#[derive(Clone, Debug)]
pub(crate) struct EndgameKnowledge {
    table: Option<Arc<ScoreTable>>,
    exact_values: Option<ExactValueProver>,
}

impl EndgameKnowledge {
    /// Proofs by territory only.
    pub(crate) const NONE: Self = Self {
        table: None,
        exact_values: None,
    };

    /// The tables in the data directory; the built-in score table if the one there is missing,
    /// corrupt or smaller. Tables are shared by the whole process.
    fn open_default() -> Self {
        static TABLE: OnceLock<Arc<ScoreTable>> = OnceLock::new();
        let open_table = || {
            let table = ScoreTable::open_or_build(BUILT_IN_MAX_SQUARES);
            Arc::new(table.unwrap_or_else(|_| build_score_table_in_memory(BUILT_IN_MAX_SQUARES)))
        };
        let exact_values = default_dir().map_or_else(ExactValueProver::without_table, |dir| {
            ExactValueProver::open(&dir)
        });
        Self {
            table: Some(Arc::clone(TABLE.get_or_init(open_table))),
            exact_values: Some(exact_values),
        }
    }

    /// The built-in score table, the same on every machine.
    fn built_in() -> Self {
        static TABLE: OnceLock<Arc<ScoreTable>> = OnceLock::new();
        let table =
            TABLE.get_or_init(|| Arc::new(build_score_table_in_memory(BUILT_IN_MAX_SQUARES)));
        Self {
            table: Some(Arc::clone(table)),
            exact_values: Some(ExactValueProver::without_table()),
        }
    }

    /// The tables in a directory.
    fn open(dir: &Path) -> Result<Self, String> {
        let table = ScoreTable::open(dir).map_err(|error| error.to_string())?;
        if table.max_size() == 0 {
            return Err(format!("there is no endgame table in {}", dir.display()));
        }
        Ok(Self {
            table: Some(Arc::new(table)),
            exact_values: Some(ExactValueProver::open(dir)),
        })
    }

    pub(crate) fn without_exact_values(self) -> Self {
        Self {
            exact_values: None,
            ..self
        }
    }

    pub(crate) fn exact_values(&self) -> Option<&ExactValueProver> {
        self.exact_values.as_ref()
    }

    pub(crate) fn table(&self) -> Option<&ScoreTable> {
        self.table.as_deref()
    }

    /// Outcome of perfect play, if proven. A corrupt table counts as missing.
    pub(crate) fn proven_outcome(&self, position: &Position) -> Option<Outcome> {
        position.proven_outcome().or_else(|| {
            let winner = self.table()?.winner(position).ok().flatten();
            let winner = winner.or_else(|| self.exact_values()?.winner(position));
            winner.map(Outcome::Win)
        })
    }
}

/// Value of option `EndgameTable`.
#[derive(Clone, Debug, Default)]
pub(crate) enum EndgameSource {
    /// The tables in the data directory, opened on first use.
    #[default]
    UserTable,
    Given(EndgameKnowledge),
}

impl EndgameSource {
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        Ok(match text {
            "" => Self::UserTable,
            "none" => Self::Given(EndgameKnowledge::NONE),
            "built-in" => Self::Given(EndgameKnowledge::built_in()),
            dir => Self::Given(EndgameKnowledge::open(Path::new(dir))?),
        })
    }

    pub(crate) fn knowledge(&self) -> EndgameKnowledge {
        match self {
            Self::UserTable => EndgameKnowledge::open_default(),
            Self::Given(knowledge) => knowledge.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use amazons::Color;

    use super::test_positions::mover_wins;
    use super::*;

    #[test]
    fn tables_and_exact_values_prove_more_outcomes() {
        // Three contested regions; the one of eight squares is too large for the built-in table.
        let position = Position::parse("x..#x.|..o#..|####o.|o.x#.. b").expect("valid position");
        let proven = |knowledge: EndgameKnowledge| knowledge.proven_outcome(&position);
        let built_in = EndgameKnowledge::built_in();
        assert_eq!(proven(EndgameKnowledge::NONE), None);
        assert_eq!(proven(built_in.clone().without_exact_values()), None);
        let wins = mover_wins(&position, &mut HashMap::new());
        let winner = if wins { Color::Black } else { Color::White };
        assert_eq!(proven(built_in.clone()), Some(Outcome::Win(winner)));
        let smaller = Position::parse("x..#x.|..o#..|#####. b").expect("valid position");
        assert_eq!(EndgameKnowledge::NONE.proven_outcome(&smaller), None);
        assert_eq!(
            built_in.proven_outcome(&smaller),
            Some(Outcome::Win(Color::Black))
        );
    }

    #[test]
    fn a_folder_without_a_table_is_rejected() {
        let dir = env!("CARGO_MANIFEST_DIR");
        let error = EndgameSource::parse(dir).expect_err("no table");
        assert!(error.starts_with("there is no endgame table in"), "{error}");
    }
}
