//! What books and people's games say of a position.

use amazons::{Color, Move};
use search::Value;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::side::Chances;
use super::study::Score;

/// Where to look a position up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// The book that ships with the program.
    Shipped,
    /// The book of this server's owner, which grows from the page.
    Own,
    /// Games that people played.
    People,
}

/// A position to be looked up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Question {
    /// The position.
    #[schema(example = "startpos")]
    pub fen: String,
    /// Where.
    pub source: Source,
    /// Of the games, only those with a smaller number: where the list before ended.
    #[serde(default)]
    pub before: Option<u64>,
}

/// What is known of a position. Positions that are equal but for turning, mirroring and the players' names are one; everything is said
/// as the position in question is seen.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Explored {
    /// Whether the position is there.
    pub known: bool,
    /// How many positions, or games, there are in all.
    pub size: u64,
    /// Who says what a book says.
    #[schema(required)]
    pub provenance: Option<String>,
    /// What the position is worth, if a book says so.
    #[schema(required)]
    pub worth: Option<Worth>,
    /// What the best move is worth that the book does not have, if it matters.
    #[schema(required)]
    pub outside: Option<Worth>,
    /// The positions that searches looked at here.
    pub visits: u64,
    /// People's games that came here.
    pub played: Played,
    /// The moves, the best first, or, where people played them, the most frequent.
    pub moves: Vec<ExploredMove>,
    /// Games that came here, the newest first; only of people's games.
    pub games: Vec<PlayedGame>,
    /// What `before` has to be for those after them.
    #[schema(required)]
    pub next: Option<u64>,
}

/// What something is worth.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Worth {
    /// As chances.
    pub chances: Chances,
    /// To the player to move.
    pub score: Score,
}

impl Worth {
    /// A value to the player to move.
    #[must_use]
    pub fn new(value: Value, to_move: Color) -> Self {
        let score = match value.plies() {
            None => engine::Score::Estimate(value.thousandths()),
            Some(plies) if value.is_win() => engine::Score::Win { plies },
            Some(plies) => engine::Score::Loss { plies },
        };
        Self {
            chances: Chances::of(to_move, score.chance()),
            score: score.into(),
        }
    }
}

/// A move that is known.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ExploredMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// What it is worth, if a book says so.
    #[schema(required)]
    pub worth: Option<Worth>,
    /// How many moves the book goes on after it; nothing if the position after it was not searched itself.
    #[schema(required)]
    pub depth: Option<u32>,
    /// The book's best moves after it.
    pub line: Vec<String>,
    /// People's games in which it was played.
    pub played: Played,
}

/// How games ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct Played {
    /// How many there are.
    pub games: u64,
    /// Those that Black won, as Black is in this position.
    pub black: u64,
    /// Those that White won.
    pub white: u64,
}

/// A game that people played, in short.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct PlayedGame {
    /// Its number.
    pub id: u64,
    /// Who played Black; may be empty.
    pub black: String,
    /// Who played White; may be empty.
    pub white: String,
    /// When, in whatever form its record says it.
    pub date: String,
    /// The tournament or match.
    pub event: String,
    /// How it ended, as SGF writes it.
    pub result: String,
    /// How many moves it has.
    pub moves: u64,
    /// After how many of them the position was there.
    pub ply: u64,
}

/// Games to be taken in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct NewGames {
    /// The games, in any notation.
    #[schema(example = "startpos moves d1-d7/g7 a7-b7/b1")]
    pub text: String,
    /// What to call the text, such as the name of its file.
    #[serde(default)]
    pub name: String,
}

/// How far the taking in of games has come.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct ImportState {
    /// Whether it goes on.
    pub running: bool,
    /// What the text is called.
    pub name: String,
    /// How many games the text has.
    pub total: u64,
    /// How many of them were looked at.
    pub done: u64,
    /// How many were new and are kept.
    pub added: u64,
    /// How many were there already.
    pub duplicates: u64,
    /// How many cannot be used.
    pub refused: u64,
    /// Why not: a sentence each for the first ones.
    pub problems: Vec<String>,
    /// Why it ended before its end, if it did.
    #[schema(required)]
    pub failure: Option<String>,
}

/// How many games there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct GamesCount {
    /// All of them.
    pub games: u64,
}

/// A growth of the owner's book.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct NewGrowth {
    /// The position from which it grows.
    #[schema(example = "startpos")]
    pub fen: String,
    /// How many positions are to be searched.
    #[schema(minimum = 1, maximum = 100_000)]
    pub positions: u64,
    /// How many positions each search looks at.
    #[serde(default)]
    #[schema(minimum = 10, maximum = 1_000_000)]
    pub nodes: Option<u64>,
}

/// Where a growth stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum GrowthStatus {
    /// There was none.
    #[default]
    None,
    /// It goes on.
    Growing,
    /// It ends with the searches that are under way.
    Stopping,
    /// Somebody stopped it, or the server ended: it can go on.
    Stopped,
    /// It has found all that was asked for, or all there is.
    Done,
    /// It cannot go on.
    Failed,
}

/// How far the last growth has come.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct GrowthState {
    /// Where it stands.
    pub status: GrowthStatus,
    /// The position from which it grows.
    pub fen: String,
    /// How many positions it was asked for.
    pub wanted: u64,
    /// How many of them were searched.
    pub searched: u64,
    /// How many positions each search looks at.
    pub nodes: u64,
    /// How many moves deep the deepest of them lies.
    pub deepest: u32,
    /// What the position is worth by now.
    #[schema(required)]
    pub worth: Option<Worth>,
    /// How many positions the book has.
    pub size: u64,
    /// Why it cannot go on.
    #[schema(required)]
    pub failure: Option<String>,
}

/// Moves as text.
#[must_use]
pub fn texts(moves: &[Move]) -> Vec<String> {
    moves.iter().map(Move::to_string).collect()
}
