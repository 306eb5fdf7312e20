//! Games that people played: an embedded database in which they are found by position.
//!
//! A position is its [`Key`], so games that differ by turning, mirroring and the players' names meet. Beside each game and position
//! lies the move that was played there, so that what people play is counted without looking into the games.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use amazons::records::{self, Format, Record};
use amazons::{Color, Move, Position, Square};
use book::Key;
use redb::{Database, ReadableDatabase, ReadableTable, ReadableTableMetadata, TableDefinition};
use twox_hash::XxHash3_64;

use crate::store::{StoreError, file};

/// The games by number, each as SGF: it carries all that any record says, and can be read by whoever finds it.
const GAMES: TableDefinition<'_, u64, &str> = TableDefinition::new("games");

/// What was played in each position of each game: a key and the game's number, to [`Passage`].
const PASSAGES: TableDefinition<'_, &[u8], &[u8]> = TableDefinition::new("passages");

/// The number of the game that has such a fingerprint.
const FINGERPRINTS: TableDefinition<'_, u64, u64> = TableDefinition::new("fingerprints");

/// The version of what is written here. One that is newer is left alone.
const FORMAT: u64 = 1;

/// The file in the data folder.
const FILE: &str = "people.redb";

/// Enough for the upper part of the tree of positions.
const CACHE_BYTES: usize = 64 << 20;

/// The database; clones are the same one.
#[derive(Clone, Debug)]
pub struct People(Arc<Database>);

/// What happened at a position of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Passage {
    /// In the canonical position; nothing at the end of the game.
    mv: Option<Move>,
    ending: Ending,
    ply: u16,
}

/// How a game ended, for the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ending {
    Unknown,
    Won,
    Lost,
}

/// How games ended, for the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Endings {
    /// How many games there are.
    pub games: u64,
    /// Those that the player to move won.
    pub won: u64,
    /// Those that the other one won.
    pub lost: u64,
}

impl Endings {
    fn count(&mut self, ending: Ending) {
        self.games += 1;
        match ending {
            Ending::Unknown => {}
            Ending::Won => self.won += 1,
            Ending::Lost => self.lost += 1,
        }
    }

    fn add(&mut self, other: Self) {
        self.games += other.games;
        self.won += other.won;
        self.lost += other.lost;
    }
}

/// What people played in a position.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Found {
    /// The games that came there.
    pub endings: Endings,
    /// The moves as that position is seen, the most frequent first; of moves that are images of each other one.
    pub moves: Vec<(Move, Endings)>,
    /// The games by number, with the moves played before, the newest first.
    pub games: Vec<(u64, u16)>,
}

impl People {
    /// Opens the database in a folder, or makes both.
    ///
    /// # Errors
    /// If it cannot be had: another program has it open, it is damaged, or of a later version.
    pub fn open(folder: &Path) -> Result<Self, StoreError> {
        Self::open_at(Some(&folder.join(FILE)))
    }

    /// A database that is gone when the program ends.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn in_memory() -> Result<Self, StoreError> {
        Self::open_at(None)
    }

    fn open_at(file: Option<&Path>) -> Result<Self, StoreError> {
        let database = file::open(file, CACHE_BYTES, FORMAT, |transaction| {
            transaction.open_table(GAMES)?;
            transaction.open_table(PASSAGES)?;
            transaction.open_table(FINGERPRINTS)?;
            Ok(())
        })?;
        Ok(Self(Arc::new(database)))
    }

    /// Takes in games; those that are there already are passed over. Returns how many were new; they are safe when this returns.
    ///
    /// Two games are one if the same was played from the same start, seen from whichever side: a game that comes from two sources
    /// counts once.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn add(&self, records: &[Record]) -> Result<u64, StoreError> {
        let transaction = self.0.begin_write()?;
        let mut added = 0;
        {
            let mut games = transaction.open_table(GAMES)?;
            let mut passages = transaction.open_table(PASSAGES)?;
            let mut fingerprints = transaction.open_table(FINGERPRINTS)?;
            let mut id = games.last()?.map_or(0, |(id, _)| id.value());
            for record in records {
                let way = way(record);
                let fingerprint = fingerprint(&way);
                if fingerprints.get(fingerprint)?.is_some() {
                    continue;
                }
                id += 1;
                added += 1;
                fingerprints.insert(fingerprint, id)?;
                games.insert(id, records::write(record, Format::Sgf).as_str())?;
                for (key, passage) in &way {
                    passages.insert(place(key, id).as_slice(), passage.to_bytes().as_slice())?;
                }
            }
        }
        transaction.commit()?;
        Ok(added)
    }

    /// How many games there are.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn count(&self) -> Result<u64, StoreError> {
        Ok(self.0.begin_read()?.open_table(GAMES)?.len()?)
    }

    /// A game, if there is one of that number.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn get(&self, id: u64) -> Result<Option<Record>, StoreError> {
        let games = self.0.begin_read()?.open_table(GAMES)?;
        let Some(text) = games.get(id)? else {
            return Ok(None);
        };
        let mut read = records::read_as(text.value(), Format::Sgf)
            .map_err(|error| StoreError::damaged(Path::new(FILE), error))?;
        Ok(read.pop())
    }

    /// Forgets all games.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn clear(&self) -> Result<(), StoreError> {
        let transaction = self.0.begin_write()?;
        transaction.delete_table(GAMES)?;
        transaction.delete_table(PASSAGES)?;
        transaction.delete_table(FINGERPRINTS)?;
        transaction.open_table(GAMES)?;
        transaction.open_table(PASSAGES)?;
        transaction.open_table(FINGERPRINTS)?;
        transaction.commit()?;
        Ok(())
    }

    /// What people played in a position.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn find(&self, position: &Position) -> Result<Found, StoreError> {
        let (key, view) = Key::of(position);
        let canonical = view.of(position);
        let passages = self.0.begin_read()?.open_table(PASSAGES)?;
        let mut found = Found::default();
        let mut moves: HashMap<Move, Endings> = HashMap::new();
        let (first, last) = (place(&key, 0), place(&key, u64::MAX));
        for entry in passages.range(first.as_slice()..=last.as_slice())?.rev() {
            let (place, bytes) = entry?;
            let passage = number_of(place.value()).zip(Passage::from_bytes(bytes.value()));
            let (id, passage) = passage.ok_or_else(damaged)?;
            found.endings.count(passage.ending);
            found.games.push((id, passage.ply));
            if let Some(mv) = passage.mv {
                moves.entry(mv).or_default().count(passage.ending);
            }
        }
        let back = view.inverse();
        let united = united(&canonical, moves).ok_or_else(damaged)?;
        found.moves = united
            .into_iter()
            .map(|(mv, endings)| (back.of_move(mv), endings))
            .collect();
        Ok(found)
    }
}

/// Moves that lead to images of one position are one: the most frequent of them stands for all. `None` if one is not legal.
fn united(canonical: &Position, moves: HashMap<Move, Endings>) -> Option<Vec<(Move, Endings)>> {
    let mut moves: Vec<(Move, Endings)> = moves.into_iter().collect();
    // The order of squares decides between equals, so that the answer is always the same.
    moves.sort_unstable_by_key(|(mv, endings)| (std::cmp::Reverse(endings.games), mv.to_string()));
    let mut places: HashMap<Key, usize> = HashMap::new();
    let mut united: Vec<(Move, Endings)> = Vec::new();
    for (mv, endings) in moves {
        let place = *places
            .entry(Key::after(canonical, mv)?)
            .or_insert(united.len());
        match united.get_mut(place) {
            Some((_, all)) => all.add(endings),
            None => united.push((mv, endings)),
        }
    }
    united.sort_by_key(|(_, endings)| std::cmp::Reverse(endings.games));
    Some(united)
}

fn damaged() -> StoreError {
    StoreError::damaged(Path::new(FILE), "what was played there is no move")
}

/// All positions of a game with what happened there.
fn way(record: &Record) -> Vec<(Key, Passage)> {
    let winner = record.winner();
    let moves = record.main_line().map(Some).chain([None]);
    let way = record.positions().into_iter().zip(moves).zip(0..);
    way.map(|((position, mv), ply)| {
        let (key, view) = Key::of(&position);
        let passage = Passage {
            mv: mv.map(|mv| view.of_move(mv)),
            ending: Ending::of(winner, position.to_move()),
            ply,
        };
        (key, passage)
    })
    .collect()
}

/// The same for games that are images of each other, and hardly ever for others.
fn fingerprint(way: &[(Key, Passage)]) -> u64 {
    let bytes: Vec<u8> = way.iter().flat_map(|(key, _)| *key.bytes()).collect();
    XxHash3_64::oneshot(&bytes)
}

/// Where a game's passage through a position is kept: all of one position lie together, in the order of games.
fn place(key: &Key, id: u64) -> Vec<u8> {
    let mut bytes = key.bytes().to_vec();
    bytes.extend(id.to_be_bytes());
    bytes
}

fn number_of(place: &[u8]) -> Option<u64> {
    place.last_chunk().map(|bytes| u64::from_be_bytes(*bytes))
}

impl Ending {
    fn of(winner: Option<Color>, to_move: Color) -> Self {
        match winner {
            None => Self::Unknown,
            Some(winner) if winner == to_move => Self::Won,
            Some(_) => Self::Lost,
        }
    }
}

/// What stands for no move; no square has such a column.
const NO_SQUARE: u8 = u8::MAX;

impl Passage {
    fn to_bytes(self) -> [u8; 6] {
        let byte = |square: Square| square.row() << 4 | square.column();
        let squares = self.mv.map(|mv| [mv.from, mv.to, mv.arrow].map(byte));
        let [from, to, arrow] = squares.unwrap_or([NO_SQUARE; 3]);
        let ending = match self.ending {
            Ending::Unknown => 0,
            Ending::Won => 1,
            Ending::Lost => 2,
        };
        let [low, high] = self.ply.to_le_bytes();
        [from, to, arrow, ending, low, high]
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let &[from, to, arrow, ending, low, high] = bytes else {
            return None;
        };
        let square = |byte: u8| Square::new(byte & 0xf, byte >> 4);
        let mv = if from == NO_SQUARE {
            None
        } else {
            Some(Move {
                from: square(from)?,
                to: square(to)?,
                arrow: square(arrow)?,
            })
        };
        let ending = match ending {
            0 => Ending::Unknown,
            1 => Ending::Won,
            2 => Ending::Lost,
            _ => return None,
        };
        let ply = u16::from_le_bytes([low, high]);
        Some(Self { mv, ending, ply })
    }
}
