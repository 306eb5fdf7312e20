//! Database of imported games, indexed by position.
//!
//! Positions are indexed by their [`BookKey`], which is equal for positions equal up to symmetry
//! and color swap. An index entry holds the move played and the result, so that statistics do not
//! read the games.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use amazons::records::{self, Format, Record};
use amazons::{Color, Move, Position, Square};
use book::BookKey;
use redb::{
    Database, ReadableDatabase, ReadableTable, ReadableTableMetadata, TableDefinition,
    WriteTransaction,
};
use twox_hash::XxHash3_64;

use crate::store::{StoreError, database};

/// Games by id, as SGF.
const GAMES: TableDefinition<'_, u64, &str> = TableDefinition::new("games");

/// Index of positions: [`index_key`] to [`PositionEntry`].
const POSITION_INDEX: TableDefinition<'_, &[u8], &[u8]> = TableDefinition::new("passages");

/// Game ids by [`game_hash`].
const GAME_HASHES: TableDefinition<'_, u64, u64> = TableDefinition::new("fingerprints");

/// Schema version. Files of other versions are rejected.
const SCHEMA_VERSION: u64 = 1;

/// File name in the data directory.
const FILE: &str = "people.redb";

/// Cache size: enough for the upper levels of the index.
const CACHE_BYTES: usize = 64 << 20;

/// Handle to the database; clones share it.
#[derive(Clone, Debug)]
pub struct GameDatabase(Arc<Database>);

/// Index entry: one game that reached a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct PositionEntry {
    /// Move in the canonical position; `None` at the end of the game.
    mv: Option<Move>,
    result: SideResult,
    ply: u16,
}

/// Result of a game for the side to move. The order is that of the bytes in the index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SideResult {
    Unknown,
    Won,
    Lost,
}

/// Numbers of games by result for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WinLossCounts {
    /// Number of games, including those without a known result.
    pub games: u64,
    pub won: u64,
    pub lost: u64,
}

impl WinLossCounts {
    fn add_result(&mut self, result: SideResult) {
        self.games += 1;
        match result {
            SideResult::Unknown => {}
            SideResult::Won => self.won += 1,
            SideResult::Lost => self.lost += 1,
        }
    }

    fn add(&mut self, other: Self) {
        self.games += other.games;
        self.won += other.won;
        self.lost += other.lost;
    }
}

/// Games that reached a position.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PositionStats {
    pub counts: WinLossCounts,
    /// Moves in the requested position, the most frequent first. Symmetric moves are merged.
    pub moves: Vec<(Move, WinLossCounts)>,
    /// Ids of the games and the ply of the position in each, the last added first.
    pub games: Vec<(u64, u16)>,
}

impl GameDatabase {
    /// Opens or creates the database in an existing directory.
    pub fn open(directory: &Path) -> Result<Self, StoreError> {
        Self::open_file(Some(&directory.join(FILE)))
    }

    pub fn in_memory() -> Result<Self, StoreError> {
        Self::open_file(None)
    }

    fn open_file(file: Option<&Path>) -> Result<Self, StoreError> {
        let database = database::open(file, CACHE_BYTES, SCHEMA_VERSION, create_tables)?;
        Ok(Self(Arc::new(database)))
    }

    /// Adds games and returns how many were new. Games with the same positions, up to symmetry and
    /// color swap, are duplicates.
    pub fn add(&self, records: &[Record]) -> Result<u64, StoreError> {
        let transaction = self.0.begin_write()?;
        let mut added = 0;
        {
            let mut games = transaction.open_table(GAMES)?;
            let mut index = transaction.open_table(POSITION_INDEX)?;
            let mut hashes = transaction.open_table(GAME_HASHES)?;
            let mut id = games.last()?.map_or(0, |(id, _)| id.value());
            for record in records {
                let entries = position_entries(record);
                let hash = game_hash(&entries);
                if hashes.get(hash)?.is_some() {
                    continue;
                }
                id += 1;
                added += 1;
                hashes.insert(hash, id)?;
                games.insert(id, records::write(record, Format::Sgf).as_str())?;
                for (key, entry) in &entries {
                    index.insert(index_key(key, id).as_slice(), entry.to_bytes().as_slice())?;
                }
            }
        }
        transaction.commit()?;
        Ok(added)
    }

    /// Number of games.
    pub fn count(&self) -> Result<u64, StoreError> {
        Ok(self.0.begin_read()?.open_table(GAMES)?.len()?)
    }

    pub fn get(&self, id: u64) -> Result<Option<Record>, StoreError> {
        let games = self.0.begin_read()?.open_table(GAMES)?;
        let Some(text) = games.get(id)? else {
            return Ok(None);
        };
        let mut records = records::read_as(text.value(), Format::Sgf)
            .map_err(|error| StoreError::corrupt(Path::new(FILE), error))?;
        Ok(records.pop())
    }

    /// Deletes all games.
    pub fn clear(&self) -> Result<(), StoreError> {
        let transaction = self.0.begin_write()?;
        transaction.delete_table(GAMES)?;
        transaction.delete_table(POSITION_INDEX)?;
        transaction.delete_table(GAME_HASHES)?;
        create_tables(&transaction)?;
        transaction.commit()?;
        Ok(())
    }

    /// Finds the games that reached a position.
    pub fn find(&self, position: &Position) -> Result<PositionStats, StoreError> {
        let corrupt = || {
            let reason = "an index entry is not a legal move";
            StoreError::corrupt(Path::new(FILE), reason)
        };
        let (key, to_canonical) = BookKey::new(position);
        let index = self.0.begin_read()?.open_table(POSITION_INDEX)?;
        let mut stats = PositionStats::default();
        let mut moves: HashMap<Move, WinLossCounts> = HashMap::new();
        let (first, last) = (index_key(&key, 0), index_key(&key, u64::MAX));
        for entry in index.range(first.as_slice()..=last.as_slice())?.rev() {
            let (key, bytes) = entry?;
            let entry = game_id_of(key.value()).zip(PositionEntry::from_bytes(bytes.value()));
            let (id, entry) = entry.ok_or_else(corrupt)?;
            stats.counts.add_result(entry.result);
            stats.games.push((id, entry.ply));
            if let Some(mv) = entry.mv {
                moves.entry(mv).or_default().add_result(entry.result);
            }
        }
        let merged =
            merge_symmetric_moves(&to_canonical.apply(position), moves).ok_or_else(corrupt)?;
        let from_canonical = to_canonical.inverse();
        stats.moves = merged
            .into_iter()
            .map(|(mv, counts)| (from_canonical.apply_to_move(mv), counts))
            .collect();
        Ok(stats)
    }
}

fn create_tables(transaction: &WriteTransaction) -> Result<(), StoreError> {
    transaction.open_table(GAMES)?;
    transaction.open_table(POSITION_INDEX)?;
    transaction.open_table(GAME_HASHES)?;
    Ok(())
}

/// Merges moves that lead to the same [`BookKey`] under the most frequent of them. `None` if a move
/// is illegal.
fn merge_symmetric_moves(
    canonical: &Position,
    moves: HashMap<Move, WinLossCounts>,
) -> Option<Vec<(Move, WinLossCounts)>> {
    let mut moves: Vec<(Move, WinLossCounts)> = moves.into_iter().collect();
    // Ties are broken by the move's text, so that the result is deterministic.
    moves.sort_unstable_by_key(|(mv, counts)| (Reverse(counts.games), mv.to_string()));
    let mut indices: HashMap<BookKey, usize> = HashMap::new();
    let mut merged: Vec<(Move, WinLossCounts)> = Vec::new();
    for (mv, counts) in moves {
        let child = BookKey::after(canonical, mv)?;
        let index = *indices.entry(child).or_insert(merged.len());
        match merged.get_mut(index) {
            Some((_, total)) => total.add(counts),
            None => merged.push((mv, counts)),
        }
    }
    merged.sort_by_key(|(_, counts)| Reverse(counts.games));
    Some(merged)
}

/// Keys and index entries of all positions of a game.
fn position_entries(record: &Record) -> Vec<(BookKey, PositionEntry)> {
    let winner = record.winner();
    let moves = record.main_line().map(Some).chain([None]);
    let positions = record.main_line_positions().into_iter().zip(moves).zip(0..);
    positions
        .map(|((position, mv), ply)| {
            let (key, to_canonical) = BookKey::new(&position);
            let entry = PositionEntry {
                mv: mv.map(|mv| to_canonical.apply_to_move(mv)),
                result: SideResult::of(winner, position.to_move()),
                ply,
            };
            (key, entry)
        })
        .collect()
}

/// Hash of a game's positions, equal for symmetric games.
fn game_hash(entries: &[(BookKey, PositionEntry)]) -> u64 {
    let bytes: Vec<u8> = entries.iter().flat_map(|(key, _)| *key.bytes()).collect();
    XxHash3_64::oneshot(&bytes)
}

/// Position key and game id: the entries of a position are adjacent, in the order of game ids.
fn index_key(key: &BookKey, id: u64) -> Vec<u8> {
    let mut bytes = key.bytes().to_vec();
    bytes.extend(id.to_be_bytes());
    bytes
}

fn game_id_of(index_key: &[u8]) -> Option<u64> {
    let bytes = index_key.last_chunk()?;
    Some(u64::from_be_bytes(*bytes))
}

impl SideResult {
    fn of(winner: Option<Color>, to_move: Color) -> Self {
        match winner {
            None => Self::Unknown,
            Some(winner) if winner == to_move => Self::Won,
            Some(_) => Self::Lost,
        }
    }
}

/// Byte that stands for no move; no square has it.
const NO_MOVE_BYTE: u8 = u8::MAX;

impl PositionEntry {
    fn to_bytes(self) -> [u8; 6] {
        let byte = |square: Square| square.row() << 4 | square.column();
        let squares = self.mv.map(|mv| [mv.from, mv.to, mv.arrow].map(byte));
        let [from, to, arrow] = squares.unwrap_or([NO_MOVE_BYTE; 3]);
        let [low, high] = self.ply.to_le_bytes();
        [from, to, arrow, self.result as u8, low, high]
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let &[from, to, arrow, result, low, high] = bytes else {
            return None;
        };
        let square = |byte: u8| Square::new(byte & 0xf, byte >> 4);
        let mv = if from == NO_MOVE_BYTE {
            None
        } else {
            Some(Move {
                from: square(from)?,
                to: square(to)?,
                arrow: square(arrow)?,
            })
        };
        let results = [SideResult::Unknown, SideResult::Won, SideResult::Lost];
        let result = *results.get(usize::from(result))?;
        let ply = u16::from_le_bytes([low, high]);
        Some(Self { mv, result, ply })
    }
}

#[cfg(test)]
mod tests {
    use amazons::{Game, Symmetry, Transform};
    use game::SplitMix64;

    use super::*;

    /// All transforms that preserve a position's key.
    fn transforms(position: &Position) -> impl Iterator<Item = Transform> + Clone {
        let size = position.size();
        Symmetry::ALL.into_iter().flat_map(move |symmetry| {
            [false, true].map(|swaps_colors| Transform {
                size,
                symmetry,
                swaps_colors,
            })
        })
    }

    fn are_symmetric(one: &Position, other: &Position) -> bool {
        one.size() == other.size()
            && transforms(one).any(|transform| transform.apply(one) == *other)
    }

    fn random_games(start: Position, count: usize) -> Vec<Record> {
        let mut rng = SplitMix64::from_seed(7);
        let mut game = || {
            let (mut position, mut moves) = (start, Vec::new());
            while position.has_legal_move() {
                let legal = position.moves();
                // Few choices at first, so that games share positions.
                let choices = if moves.len() < 3 { 3 } else { legal.len() };
                let index = rng.next_u64() % choices.min(legal.len()) as u64;
                let mv = legal[index as usize];
                position.play(mv);
                moves.push(mv);
            }
            Record::from_moves(start, moves).expect("legal moves")
        };
        (0..count).map(|_| game()).collect()
    }

    /// Winners and positions of the games, without those symmetric to an earlier one.
    fn distinct(games: &[Record]) -> Vec<(Option<Color>, Vec<Position>)> {
        let mut distinct: Vec<(Option<Color>, Vec<Position>)> = Vec::new();
        for game in games {
            let positions = game.main_line_positions();
            let is_duplicate = distinct.iter().any(|(_, others)| {
                let mut pairs = others.iter().zip(&positions);
                others.len() == positions.len()
                    && pairs.all(|(one, other)| are_symmetric(one, other))
            });
            if !is_duplicate {
                distinct.push((game.winner(), positions));
            }
        }
        distinct
    }

    /// Whether the side to move won, and the next position.
    type ScannedGame<'a> = (bool, Option<&'a Position>);

    #[test]
    fn statistics_equal_a_scan_of_all_games() {
        let start = Position::parse("4x4").expect("valid position");
        let games = random_games(start, 40);
        let database = GameDatabase::in_memory().expect("database");
        database.add(&games).expect("added");
        let distinct = distinct(&games);
        assert_eq!(database.count().expect("count"), distinct.len() as u64);
        let mut moves_seen = 0;
        for game in games.iter().take(12) {
            let transforms = transforms(&start).cycle().skip(3);
            for (position, transform) in game.main_line_positions().iter().zip(transforms) {
                let position = transform.apply(position);
                let stats = database.find(&position).expect("statistics");
                let scanned: Vec<ScannedGame<'_>> = distinct
                    .iter()
                    .filter_map(|(winner, positions)| {
                        let mut all = positions.iter();
                        let ply = all.position(|other| are_symmetric(other, &position))?;
                        let is_won = *winner == Some(positions[ply].to_move());
                        Some((is_won, positions.get(ply + 1)))
                    })
                    .collect();
                let count = |matches: &dyn Fn(&ScannedGame<'_>) -> bool| {
                    scanned.iter().filter(|game| matches(game)).count() as u64
                };
                assert_eq!(stats.counts.games, scanned.len() as u64);
                assert_eq!(stats.counts.won, count(&|(is_won, _)| *is_won));
                let listed: u64 = stats.moves.iter().map(|(_, counts)| counts.games).sum();
                assert_eq!(listed, count(&|(_, next)| next.is_some()));
                for (mv, counts) in &stats.moves {
                    let child = position.after(*mv).expect("legal move");
                    let same = |next: &Position| are_symmetric(next, &child);
                    let games = count(&|(_, next)| next.is_some_and(same));
                    assert_eq!(counts.games, games, "{mv} in {position:?}");
                    moves_seen += 1;
                }
            }
        }
        assert!(moves_seen > 50, "{moves_seen}");
    }
}
