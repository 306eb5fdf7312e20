//! Database of imported games, indexed by position.
//!
//! Positions are indexed by their [`BookKey`], which is equal for positions equal up to symmetry
//! and color swap. An index entry holds the move played and the result, so that statistics do not
//! read the games.

mod restore;

use std::cmp::Reverse;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use amazons::records::{self, Format, Record};
use amazons::{Color, Move, Position, Square};
use book::BookKey;
use redb::{ReadTransaction, ReadableTable, ReadableTableMetadata, Table, TableDefinition};
use storage::{DatabaseError, DatabaseSchema, RecordDatabase, Writer, unframe};
use twox_hash::XxHash3_64;

use crate::store::{StoreError, database};

/// Framed games by id, as SGF.
const GAMES: TableDefinition<'_, u64, &[u8]> = TableDefinition::new("framed games");

/// Kind of the frames of games.
const GAME_KIND: u8 = 1;

/// Framed range of the ids of all games, in two tables, so that no damage to one page brings deleted
/// games back.
const ID_RANGES: [TableDefinition<'_, (), &[u8]>; 2] = [
    TableDefinition::new("ids"),
    TableDefinition::new("ids again"),
];

/// Kind of the frames of the range of ids.
const ID_RANGE_KIND: u8 = 2;

/// Games by id of version 1, as SGF.
const GAMES_V1: TableDefinition<'_, u64, &str> = TableDefinition::new("games");

/// Index of positions: [`index_key`] to [`PositionEntry`].
const POSITION_INDEX: TableDefinition<'_, &[u8], &[u8]> = TableDefinition::new("passages");

/// Game ids by [`game_hash`].
const GAME_HASHES: TableDefinition<'_, u64, u64> = TableDefinition::new("fingerprints");

/// Schema version.
const SCHEMA_VERSION: u64 = 2;

/// File name in the data directory.
const FILE: &str = "people.redb";

/// Cache size: enough for the upper levels of the index.
const CACHE_BYTES: usize = 64 << 20;

const SCHEMA: DatabaseSchema = DatabaseSchema {
    cache_bytes: CACHE_BYTES,
    prepare: |writer| database::prepare(writer, SCHEMA_VERSION, create_tables, restore::migrate),
    restore: restore::restore,
    restore_unframed: restore::restore_version_1,
    report: database::report,
};

/// Handle to the database; clones share it.
#[derive(Clone, Debug)]
pub struct GameDatabase(Arc<RecordDatabase>);

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
        let database = RecordDatabase::open(&directory.join(FILE), SCHEMA)?;
        Ok(Self(Arc::new(database)))
    }

    pub fn in_memory() -> Result<Self, StoreError> {
        Ok(Self(Arc::new(RecordDatabase::in_memory(SCHEMA)?)))
    }

    /// Adds games and returns how many were new. Games with the same positions, up to symmetry and
    /// color swap, are duplicates.
    pub fn add(&self, records: &[Record]) -> Result<u64, StoreError> {
        let add = |writer: &Writer| -> Result<u64, DatabaseError> {
            let mut range = IdRange::read(writer)?;
            let before = range.last;
            let mut tables = Tables::open(writer)?;
            for record in records {
                if tables.insert(writer, range.last + 1, record)? {
                    range.last += 1;
                }
            }
            drop(tables);
            range.write(writer)?;
            Ok(range.last - before)
        };
        Ok(self.0.write(add)?)
    }

    /// Number of games.
    pub fn count(&self) -> Result<u64, StoreError> {
        let count = |transaction: &ReadTransaction| -> Result<u64, DatabaseError> {
            Ok(transaction.open_table(GAMES)?.len()?)
        };
        Ok(self.0.read(count)?)
    }

    pub fn get(&self, id: u64) -> Result<Option<Record>, StoreError> {
        let bytes = self.0.read(|transaction| -> Result<_, DatabaseError> {
            let bytes = transaction.open_table(GAMES)?.get(id)?;
            Ok(bytes.map(|bytes| bytes.value().to_vec()))
        })?;
        let Some(bytes) = bytes else {
            return Ok(None);
        };
        let record = unframe(GAME_KIND, &id.to_be_bytes(), &bytes).and_then(read_record);
        let name = "imported game";
        record.map(Some).ok_or(StoreError::Damaged { name, id })
    }

    /// Deletes all games.
    pub fn clear(&self) -> Result<(), StoreError> {
        let clear = |writer: &Writer| -> Result<(), DatabaseError> {
            let last = IdRange::read(writer)?.last;
            writer.delete_table(GAMES)?;
            writer.delete_table(POSITION_INDEX)?;
            writer.delete_table(GAME_HASHES)?;
            create_tables(writer)?;
            IdRange {
                first: last + 1,
                last,
            }
            .write(writer)
        };
        Ok(self.0.write(clear)?)
    }

    /// Runs `run` while nothing else can be written, for tests.
    #[cfg(test)]
    pub fn hold<T>(&self, run: impl FnOnce() -> T) -> T {
        let held = self.0.write(|_| Ok::<_, DatabaseError>(run()));
        held.expect("writable database")
    }

    /// Finds the games that reached a position.
    pub fn find(&self, position: &Position) -> Result<PositionStats, StoreError> {
        Ok(self.0.read(|transaction| find(transaction, position))?)
    }
}

fn find(
    transaction: &ReadTransaction,
    position: &Position,
) -> Result<PositionStats, DatabaseError> {
    let corrupt = || DatabaseError::Corrupt {
        file: FILE.into(),
        reason: "an index entry is not a legal move".to_owned(),
    };
    let (key, to_canonical) = BookKey::new(position);
    let index = transaction.open_table(POSITION_INDEX)?;
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
    let merged = merge_symmetric_moves(&to_canonical.apply(position), moves).ok_or_else(corrupt)?;
    let from_canonical = to_canonical.inverse();
    stats.moves = merged
        .into_iter()
        .map(|(mv, counts)| (from_canonical.apply_to_move(mv), counts))
        .collect();
    Ok(stats)
}

fn create_tables(writer: &Writer) -> Result<(), DatabaseError> {
    Tables::open(writer)?;
    for table in ID_RANGES {
        writer.open_table(table)?;
    }
    Ok(())
}

fn read_record(sgf: &[u8]) -> Option<Record> {
    let text = std::str::from_utf8(sgf).ok()?;
    records::read_as(text, Format::Sgf).ok()?.pop()
}

/// Range of the ids of all games. Ids are not reused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct IdRange {
    first: u64,
    last: u64,
}

impl Default for IdRange {
    fn default() -> Self {
        Self { first: 1, last: 0 }
    }
}

impl IdRange {
    fn parse(body: &[u8]) -> Option<Self> {
        let (&first, last) = body.split_first_chunk()?;
        Some(Self {
            first: u64::from_be_bytes(first),
            last: u64::from_be_bytes(last.try_into().ok()?),
        })
    }

    fn read(writer: &Writer) -> Result<Self, DatabaseError> {
        for table in ID_RANGES {
            let table = writer.open_table(table)?;
            let frame = table.get(())?;
            let Some(frame) = frame else {
                return Ok(Self::default());
            };
            let body = unframe(ID_RANGE_KIND, &[], frame.value());
            if let Some(range) = body.and_then(Self::parse) {
                return Ok(range);
            }
        }
        Err(DatabaseError::Corrupt {
            file: FILE.into(),
            reason: "the range of ids is damaged".to_owned(),
        })
    }

    fn write(self, writer: &Writer) -> Result<(), DatabaseError> {
        let body = [self.first.to_be_bytes(), self.last.to_be_bytes()].concat();
        let frame = writer.frame(ID_RANGE_KIND, &[], &body);
        for table in ID_RANGES {
            writer.open_table(table)?.insert((), frame.as_slice())?;
        }
        Ok(())
    }
}

/// Open tables of games.
struct Tables<'a> {
    games: Table<'a, u64, &'static [u8]>,
    index: Table<'a, &'static [u8], &'static [u8]>,
    hashes: Table<'a, u64, u64>,
}

impl<'a> Tables<'a> {
    fn open(writer: &'a Writer) -> Result<Self, DatabaseError> {
        Ok(Self {
            games: writer.open_table(GAMES)?,
            index: writer.open_table(POSITION_INDEX)?,
            hashes: writer.open_table(GAME_HASHES)?,
        })
    }

    /// Adds a game, unless it is a duplicate. Returns whether it was added.
    fn insert(&mut self, writer: &Writer, id: u64, record: &Record) -> Result<bool, DatabaseError> {
        let entries = position_entries(record);
        let hash = game_hash(&entries);
        if self.hashes.get(hash)?.is_some() {
            return Ok(false);
        }
        self.hashes.insert(hash, id)?;
        let text = records::write(record, Format::Sgf);
        let frame = writer.frame(GAME_KIND, &id.to_be_bytes(), text.as_bytes());
        self.games.insert(id, frame.as_slice())?;
        for (key, entry) in &entries {
            let (key, bytes) = (index_key(key, id), entry.to_bytes());
            self.index.insert(key.as_slice(), bytes.as_slice())?;
        }
        Ok(true)
    }
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

    /// One page of a file of version 1 is damaged: the games on the others are indexed again.
    #[test]
    fn damaged_imported_games_of_version_1_are_restored() {
        let directory = tempfile::tempdir().expect("temporary directory");
        let file = directory.path().join(FILE);
        let games = random_games(Position::parse("6x6").expect("valid position"), 40);
        let texts: Vec<String> = games
            .iter()
            .map(|game| records::write(game, Format::Sgf))
            .collect();
        {
            const METADATA: TableDefinition<'_, &str, u64> = TableDefinition::new("about");
            let database = redb::Database::create(&file).expect("new database");
            let transaction = database.begin_write().expect("writable");
            let mut metadata = transaction.open_table(METADATA).expect("table");
            metadata.insert("format", 1).expect("written");
            let mut table = transaction.open_table(GAMES_V1).expect("table");
            for (id, text) in (1..).zip(&texts) {
                table.insert(id, text.as_str()).expect("written");
            }
            drop((metadata, table));
            transaction.commit().expect("committed");
        }
        let mut bytes = std::fs::read(&file).expect("existing file");
        let copies: Vec<usize> = (0..bytes.len())
            .filter(|&at| bytes[at..].starts_with(texts[20].as_bytes()))
            .collect();
        assert!(!copies.is_empty());
        for at in copies {
            bytes[at + 30] ^= 1;
        }
        std::fs::write(&file, &bytes).expect("written");
        let database = GameDatabase::open(directory.path()).expect("restored");
        let mut lost = Vec::new();
        for (id, game) in (1..).zip(&games) {
            match database.get(id).expect("readable") {
                Some(record) => assert_eq!(record, *game),
                None => lost.push(id),
            }
        }
        assert!(lost.contains(&21) && lost.len() < 20, "{lost:?}");
        assert_eq!(database.count().expect("count"), 40 - lost.len() as u64);
        let found = database.find(games[0].main_line_positions().first().expect("a start"));
        let found = found.expect("statistics");
        assert_eq!(found.counts.games, 40 - lost.len() as u64);
        let new = random_games(Position::parse("5x5").expect("valid position"), 1);
        assert_eq!(database.add(&new).expect("added"), 1);
        assert!(database.get(41).expect("readable").is_some());
    }
}
