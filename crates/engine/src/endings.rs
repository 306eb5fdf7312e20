//! Endings that are known without a search: the rules' own proofs, beyond them a table of subgames, and beyond that exact values.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use amazons::{Game, Outcome, Position};
use endgame::{ScoreTable, build_score_table_in_memory, default_dir};

use crate::exact::ExactValues;

/// The most squares of a region that is known without a table on the disk: what takes no time to make.
const BUILT_IN: usize = 6;

/// Proves results. Cheap to clone: each thread has its own.
#[derive(Clone, Debug)]
pub(crate) struct Endings {
    table: Option<Arc<ScoreTable>>,
    exact: Option<ExactValues>,
}

impl Endings {
    /// No more than the rules say.
    pub(crate) const NONE: Self = Self {
        table: None,
        exact: None,
    };

    /// The user's table; a small one if the user has none that is sound and larger. One for the whole process.
    pub(crate) fn at_hand() -> Self {
        static TABLE: OnceLock<Arc<ScoreTable>> = OnceLock::new();
        let make = || {
            let table = ScoreTable::open_or_build(BUILT_IN)
                .unwrap_or_else(|_| build_score_table_in_memory(BUILT_IN));
            Arc::new(table)
        };
        let exact = default_dir().map_or_else(ExactValues::without_table, |folder| {
            ExactValues::in_folder(&folder)
        });
        Self {
            table: Some(Arc::clone(TABLE.get_or_init(make))),
            exact: Some(exact),
        }
    }

    /// A small table that is the same on every machine.
    pub(crate) fn built_in() -> Self {
        static TABLE: OnceLock<Arc<ScoreTable>> = OnceLock::new();
        let table = TABLE.get_or_init(|| Arc::new(build_score_table_in_memory(BUILT_IN)));
        Self {
            table: Some(Arc::clone(table)),
            exact: Some(ExactValues::without_table()),
        }
    }

    /// The table in a folder. The error is a sentence.
    pub(crate) fn in_folder(folder: &Path) -> Result<Self, String> {
        let table = ScoreTable::open(folder).map_err(|error| error.to_string())?;
        if table.max_size() == 0 {
            return Err(format!("there is no table in {}", folder.display()));
        }
        Ok(Self {
            table: Some(Arc::new(table)),
            exact: Some(ExactValues::in_folder(folder)),
        })
    }

    /// The same without exact values.
    pub(crate) fn without_exact_values(self) -> Self {
        Self {
            exact: None,
            ..self
        }
    }

    /// Exact values, if they are used.
    pub(crate) fn exact(&self) -> Option<&ExactValues> {
        self.exact.as_ref()
    }

    /// The table, if there is one.
    pub(crate) fn table(&self) -> Option<&ScoreTable> {
        self.table.as_deref()
    }

    /// How the game will end under perfect play, if that is known.
    pub(crate) fn proven_outcome(&self, position: &Position) -> Option<Outcome> {
        position.proven_outcome().or_else(|| {
            // What is damaged is as if it were not there.
            let winner = self.table()?.winner(position).ok().flatten();
            let winner = winner.or_else(|| self.exact()?.winner(position));
            winner.map(Outcome::Win)
        })
    }
}

/// Which endings are known, as a user chooses it.
#[derive(Clone, Debug, Default)]
pub(crate) enum Choice {
    #[default]
    AtHand,
    Chosen(Endings),
}

impl Choice {
    /// The error is a sentence.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        Ok(match text {
            "" => Self::AtHand,
            "none" => Self::Chosen(Endings::NONE),
            "built-in" => Self::Chosen(Endings::built_in()),
            folder => Self::Chosen(Endings::in_folder(Path::new(folder))?),
        })
    }

    /// What is known then; the user's table is opened only when it is first needed.
    pub(crate) fn endings(&self) -> Endings {
        match self {
            Self::AtHand => Endings::at_hand(),
            Self::Chosen(endings) => endings.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use amazons::Color;

    use super::*;
    use crate::small_endings::is_won;

    #[test]
    fn more_is_proven_with_a_table() {
        // Whoever moves first in the first region wins; the territories are equal.
        let position = Position::parse("x..#x.|..o#..|####o.|o.x#.. b").expect("it is a position");
        let proven = |endings: Endings| endings.proven_outcome(&position);
        assert_eq!(proven(Endings::NONE), None);
        let without_exact_values = Endings::built_in().without_exact_values();
        assert_eq!(proven(without_exact_values), None);
        let is_won = is_won(&position, &mut HashMap::new());
        let winner = if is_won { Color::Black } else { Color::White };
        assert_eq!(proven(Endings::built_in()), Some(Outcome::Win(winner)));
        let smaller = Position::parse("x..#x.|..o#..|#####. b").expect("it is a position");
        assert_eq!(Endings::NONE.proven_outcome(&smaller), None);
        assert_eq!(
            Endings::built_in().proven_outcome(&smaller),
            Some(Outcome::Win(Color::Black))
        );
    }

    #[test]
    fn a_folder_without_a_table_is_refused() {
        let folder = env!("CARGO_MANIFEST_DIR");
        let complaint = Choice::read(folder).expect_err("no table lies there");
        assert!(complaint.starts_with("there is no table in"), "{complaint}");
    }
}
