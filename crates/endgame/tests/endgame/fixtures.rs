//! Tables and exhaustive search for the tests.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use amazons::{Color, Game, Move, Position};
use endgame::{ScoreTable, ValueTable, build_score_table, build_value_table};
use tempfile::TempDir;

/// A directory with the score table of subgames up to `size` squares.
pub fn score_table_dir(size: usize) -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    build_score_table(dir.path(), size, &|_| true).unwrap();
    dir
}

/// The table in such a directory; the files stay mapped.
pub fn score_table(size: usize) -> ScoreTable {
    ScoreTable::open(score_table_dir(size).path()).unwrap()
}

/// The value table of subgames up to `size` squares; the files stay mapped.
pub fn value_table(size: usize) -> ValueTable {
    let dir = tempfile::tempdir().unwrap();
    build_value_table(dir.path(), size, &|_| true).unwrap();
    ValueTable::open(dir.path()).unwrap()
}

/// Checks that two directories have the same files.
pub fn assert_same_files(one: &Path, other: &Path) {
    let [files, others] = [one, other].map(|dir| {
        let entries = std::fs::read_dir(dir).unwrap().map(Result::unwrap);
        let files = entries.map(|entry| (entry.file_name(), std::fs::read(entry.path()).unwrap()));
        files.collect::<BTreeMap<_, _>>()
    });
    assert!(files.keys().eq(others.keys()));
    for (name, contents) in files {
        assert!(contents == others[&name], "{name:?}");
    }
}

/// The boards after a move of `side` on one of them.
pub fn after_move(boards: &[Position], side: Color, (board, mv): (usize, Move)) -> Vec<Position> {
    let mut after = boards.to_vec();
    after[board] = after[board].with_to_move(side).after(mv).unwrap();
    after
}

/// All moves of a player on all boards.
pub fn all_moves(boards: &[Position], side: Color) -> Vec<(usize, Move)> {
    let boards = boards.iter().enumerate();
    let moves = boards.flat_map(|(place, board)| {
        let moves = board.with_to_move(side).moves();
        moves.into_iter().map(move |mv| (place, mv))
    });
    moves.collect()
}

/// Exhaustive search over the rules alone; caches results by the keys of the boards and by passes.
#[derive(Default)]
pub struct BruteForce(HashMap<(Vec<u64>, [u32; 2]), bool>);

impl BruteForce {
    /// Winner of a sum of boards. Each player may pass as often as `passes` says; a player who can
    /// neither move nor pass loses.
    pub fn winner(&mut self, boards: &[Position], first: Color, passes: [u32; 2]) -> Color {
        let keys = boards.iter().map(|board| board.with_to_move(first).key());
        let key = (keys.collect(), passes);
        let wins = self.0.get(&key).copied().unwrap_or_else(|| {
            let mut moves = all_moves(boards, first).into_iter();
            let mut wins = moves.any(|mv| {
                let after = after_move(boards, first, mv);
                self.winner(&after, !first, passes) == first
            });
            let mut fewer = passes;
            fewer[first as usize] = fewer[first as usize].saturating_sub(1);
            if !wins && fewer != passes {
                wins = self.winner(boards, !first, fewer) == first;
            }
            self.0.insert(key, wins);
            wins
        });
        if wins { first } else { !first }
    }
}
