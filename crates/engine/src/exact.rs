//! Endings by exact values: who wins where every region is worth what is known exactly, however many there are and whatever
//! the table of scores says of their sum.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use amazons::{Color, Game, Move, MoveCount, Position, SquareSet};
use endgame::{AnalysisLimits, AnalyzedRegion, ExactAnalyzer, TableError, ValueLimits, ValueTable};

/// Squares up to which a region is worked out in the middle of a search where there is no table.
const SMALL: usize = 8;

/// And so many more than the table knows, where there is one: what is left of them is looked up.
const BEYOND_TABLE: usize = 2;

/// For proofs in the middle of a search: tenths of a thousandth of a second.
const IN_A_SEARCH: AnalysisLimits = AnalysisLimits {
    max_empty_squares: 10,
    value_limits: ValueLimits {
        max_regions: 1_000,
        max_forms: MOST_FORMS,
    },
    max_nodes_per_query: 500,
    max_nodes: u64::MAX,
    fill_steps: 200,
};

/// For the position that somebody asks about: hundredths of a second.
const FOR_AN_ANSWER: AnalysisLimits = AnalysisLimits {
    max_empty_squares: 10,
    value_limits: ValueLimits {
        max_regions: 3_000,
        max_forms: MOST_FORMS,
    },
    max_nodes_per_query: 5_000,
    max_nodes: 20_000,
    fill_steps: 1_000,
};

/// Forms after which a thread forgets what it knows, to stay within some tens of MB.
const MOST_FORMS: usize = 200_000;

/// Moves up to which each is looked at.
const MOST_MOVES: u64 = 400;

/// What exact values say for certain of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exact {
    /// Who wins.
    pub winner: Color,
    /// By how many moves: what that means is said at [`endgame::Lead`].
    pub ahead: MoveCount,
    /// The region where the first move is worth most, if all are known and one is worth a move.
    pub hottest: Option<Hottest>,
    /// The moves that keep the win, if the player to move wins and all regions are known exactly.
    pub winning: Option<Vec<Move>>,
    /// The best move, if all regions are known exactly.
    pub(crate) best: Option<Move>,
}

impl Exact {
    /// No more than who wins and by how much.
    #[must_use]
    pub fn of(winner: Color, ahead: MoveCount) -> Self {
        Self {
            winner,
            ahead,
            hottest: None,
            winning: None,
            best: None,
        }
    }
}

/// The region where the first move is worth most.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hottest {
    /// Its squares.
    pub squares: SquareSet,
    /// What it is worth, in the usual notation.
    pub value: String,
    /// How much the first move is worth.
    pub temperature: String,
}

/// Exact values for one thread; clones know the same table, and have found out nothing yet.
#[derive(Debug)]
pub(crate) struct ExactValues {
    table: Option<&'static ValueTable>,
    /// In a box, since endings are handed about where there are none.
    reckoner: Box<RefCell<ExactAnalyzer<'static>>>,
}

impl Clone for ExactValues {
    fn clone(&self) -> Self {
        Self::new(self.table)
    }
}

impl ExactValues {
    fn new(table: Option<&'static ValueTable>) -> Self {
        Self {
            table,
            reckoner: Box::new(RefCell::new(ExactAnalyzer::new(table, IN_A_SEARCH))),
        }
    }

    /// Worked out as they are needed, the same on every machine.
    pub(crate) fn without_table() -> Self {
        Self::new(None)
    }

    /// Looked up where a folder has a table that is sound.
    pub(crate) fn in_folder(folder: &Path) -> Self {
        Self::new(opened(folder))
    }

    /// The squares of the largest region that is worked out in a search.
    fn largest(&self) -> usize {
        let tabled = self.table.map_or(0, ValueTable::max_size);
        match tabled {
            0 => SMALL,
            size => SMALL.max(size + BEYOND_TABLE),
        }
    }

    /// Who wins, if all that both players are in is small.
    pub(crate) fn winner(&self, position: &Position) -> Option<Color> {
        let largest = self.largest();
        let is_small = position
            .regions()
            .all(|region| !region.is_contested() || region.squares().len() as usize <= largest);
        if !is_small {
            return None;
        }
        let mut reckoner = self.reckoner.borrow_mut();
        if reckoner.form_count() >= MOST_FORMS {
            *reckoner = ExactAnalyzer::new(self.table, IN_A_SEARCH);
        }
        // What is damaged is as if it were not there.
        let parts = reckoner
            .analyze_regions(std::slice::from_ref(position))
            .ok()?;
        reckoner.winner(&parts, position.to_move())
    }

    /// All that is certain of a position; `None` if nothing is.
    pub(crate) fn look(&self, position: &Position) -> Option<Exact> {
        let mut reckoner = ExactAnalyzer::new(self.table, FOR_AN_ANSWER);
        // What is damaged is as if it were not there.
        let parts = reckoner
            .analyze_regions(std::slice::from_ref(position))
            .ok()?;
        let mover = position.to_move();
        let lead = reckoner.lead(&parts, mover)?;
        let hottest = reckoner.hottest(&parts).map(|place| {
            let part = &parts[place];
            hottest(&mut reckoner, part)
        });
        let mut exact = Exact {
            hottest: hottest.flatten(),
            ..Exact::of(lead.winner, lead.moves)
        };
        let is_known = parts.iter().all(|part| part.value.exact().is_some());
        if is_known && position.move_count() <= MOST_MOVES {
            // The winner is known even if the moves are not.
            let _ = look_at_moves(&mut reckoner, &parts, mover, &mut exact);
        }
        Some(exact)
    }
}

fn hottest(reckoner: &mut ExactAnalyzer, part: &AnalyzedRegion) -> Option<Hottest> {
    let value = part.value.exact()?;
    let games = reckoner.games();
    Some(Hottest {
        squares: part.region.squares(),
        value: games.show(value),
        temperature: games.thermograph(value).temperature().to_string(),
    })
}

fn look_at_moves(
    reckoner: &mut ExactAnalyzer,
    parts: &[AnalyzedRegion],
    mover: Color,
    exact: &mut Exact,
) -> Result<(), TableError> {
    let choices = reckoner.analyze_moves(parts, mover)?;
    let best = reckoner.best_move_index(parts, mover, &choices);
    exact.best = best.map(|place| choices[place].mv);
    if exact.winner == mover && choices.iter().all(|choice| choice.lead.is_some()) {
        let winning = choices.iter().filter(|choice| choice.wins_for(mover));
        exact.winning = Some(winning.map(|choice| choice.mv).collect());
    }
    Ok(())
}

/// The table of exact values in a folder, if it is sound. Opened once and kept as long as the process lives, so that all threads share it
/// without counting.
fn opened(folder: &Path) -> Option<&'static ValueTable> {
    static TABLES: Mutex<Option<HashMap<PathBuf, Option<&'static ValueTable>>>> = Mutex::new(None);
    let mut tables = TABLES.lock().unwrap_or_else(PoisonError::into_inner);
    *tables
        .get_or_insert_default()
        .entry(folder.to_owned())
        .or_insert_with(|| {
            let table = ValueTable::open(folder).ok()?;
            let is_known: bool = table.max_size() > 0;
            is_known.then(|| &*Box::leak(Box::new(table)))
        })
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use endgame::build_score_table_in_memory;

    use super::*;
    use crate::analysis::{Event, Score};
    use crate::covered::answer_exactly;
    use crate::random_numbers::RandomNumbers;
    use crate::small_endings::{ending, is_won};

    /// Against playing everything out: who wins, which moves keep the win, and that the move that is played does.
    #[test]
    fn what_is_certain_is_true() {
        let table = build_score_table_in_memory(6);
        let values = ExactValues::without_table();
        let mut numbers = RandomNumbers::from_seed(5);
        let (mut won, mut lost) = (0, 0);
        let (mut proved_in_search, mut beyond_scores) = (0, 0);
        for _ in 0..300 {
            let position = ending(&mut numbers);
            let known = &mut HashMap::new();
            let mover = position.to_move();
            let truly = is_won(&position, known);
            let winner = if truly { mover } else { !mover };
            // In a search, regions of more squares than eight are left alone.
            if let Some(proved) = values.winner(&position) {
                assert_eq!(proved, winner, "{position:?}");
                proved_in_search += 1;
            }
            beyond_scores += i32::from(table.winner(&position).unwrap().is_none());
            // A crowded region takes too long.
            let Some(exact) = values.look(&position) else {
                continue;
            };
            assert_eq!(exact.winner, winner, "{position:?}");
            if exact.best.is_none() {
                continue;
            }
            let mut keeps_winning = position.moves();
            keeps_winning.retain(|&mv| {
                let mut after = position;
                after.play(mv);
                !is_won(&after, known)
            });
            keeps_winning.sort_unstable();
            let mut winning = exact.winning.clone().unwrap_or_default();
            winning.sort_unstable();
            assert_eq!(winning, keeps_winning, "{position:?}");
            let mut scores = Vec::new();
            let answer = answer_exactly(&position, &exact, &mut |event| {
                if let Event::Info(info) = event {
                    scores.push(info.score);
                }
            });
            let best_move = answer.and_then(|answer| answer.best_move);
            assert_eq!(
                keeps_winning.contains(&best_move.expect("there is a move")),
                truly
            );
            assert_eq!(matches!(scores[..], [Some(Score::Win { .. })]), truly);
            if truly { won += 1 } else { lost += 1 }
        }
        assert!(won > 100 && lost > 50, "{won} won, {lost} lost");
        assert!(proved_in_search > 150, "{proved_in_search}");
        assert!(beyond_scores > 10, "{beyond_scores}");
    }

    #[test]
    fn nothing_is_certain_of_an_open_board() {
        let values = ExactValues::without_table();
        let start = Position::standard_start();
        assert_eq!(values.winner(&start), None);
        assert_eq!(values.look(&start), None);
    }

    #[test]
    fn a_folder_without_exact_values_has_no_table() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        assert!(ExactValues::in_folder(folder).table.is_none());
    }
}
