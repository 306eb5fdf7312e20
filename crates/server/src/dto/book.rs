//! Opening explorer, book builds and the game database.

use amazons::Color;
use search::Value;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::analysis::Score;
use super::side::WinProbability;

/// Where the opening explorer looks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OpeningSource {
    /// The book embedded in the program.
    #[serde(rename = "shipped")]
    EmbeddedBook,
    /// The user's book in the data directory, extended by book builds.
    #[serde(rename = "own")]
    UserBook,
    /// The games imported into the game database.
    #[serde(rename = "people")]
    GameDatabase,
}

/// Request to look up a position in the opening explorer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ExploreRequest {
    /// Position to look up.
    #[schema(example = "startpos")]
    pub fen: String,
    /// Book or database to look in.
    pub source: OpeningSource,
    /// Lists only games with a smaller id; `next` of the previous page.
    #[serde(default)]
    pub before: Option<u64>,
}

/// What a book or the game database knows of a position. Positions equal up to symmetry and
/// exchange of colors are one; moves and colors are those of the requested position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ExploreResult {
    /// Whether the position was found.
    pub known: bool,
    /// Total number of positions of the book, or of games of the database.
    pub size: u64,
    /// Engine and settings that searched the position, for a book.
    #[schema(required)]
    pub provenance: Option<String>,
    /// Book value of the position.
    #[serde(rename = "worth")]
    #[schema(required)]
    pub value: Option<PositionValue>,
    /// Value of the deviation: the best move that is not in the book.
    #[serde(rename = "outside")]
    #[schema(required)]
    pub deviation: Option<PositionValue>,
    /// Number of nodes searched in this position.
    pub visits: u64,
    /// Results of the games that reached the position.
    pub played: ResultCounts,
    /// Moves: the best first for a book, the most frequent first for the database.
    pub moves: Vec<ExploreMove>,
    /// Games that reached the position, the newest first; only for the database.
    pub games: Vec<DatabaseGame>,
    /// `before` of the next page of games; `null` on the last page.
    #[schema(required)]
    pub next: Option<u64>,
}

/// Value of a position or move.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct PositionValue {
    /// Win probability that corresponds to the score.
    #[serde(rename = "chances")]
    pub win_probability: WinProbability,
    /// Score for the side to move.
    pub score: Score,
}

impl PositionValue {
    /// Converts a value for the side to move.
    pub fn new(value: Value, to_move: Color) -> Self {
        let score = engine::Score::from(value);
        Self {
            win_probability: WinProbability::of(to_move, score.win_probability()),
            score: score.into(),
        }
    }
}

/// A move of the opening explorer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ExploreMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Book value of the move.
    #[serde(rename = "worth")]
    #[schema(required)]
    pub value: Option<PositionValue>,
    /// Plies that the book continues after the move; `null` if the position after it was not
    /// searched.
    #[schema(required)]
    pub depth: Option<u32>,
    /// Best book moves after the move.
    pub line: Vec<String>,
    /// Results of the games in which the move was played.
    pub played: ResultCounts,
}

/// Results of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct ResultCounts {
    /// Number of games, including those without a known result.
    pub games: u64,
    /// Games won by the side that is Black in the requested position.
    pub black: u64,
    /// Games won by the side that is White in the requested position.
    pub white: u64,
}

/// Summary of a game of the database.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct DatabaseGame {
    /// Id of the game.
    pub id: u64,
    /// Name of Black; may be empty.
    pub black: String,
    /// Name of White; may be empty.
    pub white: String,
    /// Date as written in the record.
    pub date: String,
    /// Tournament or match.
    pub event: String,
    /// Result in SGF notation.
    pub result: String,
    /// Number of moves of the game.
    pub moves: u64,
    /// Number of moves played before the position.
    pub ply: u64,
}

/// Game records to import into the database.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct GameImport {
    /// Game records in any supported format.
    #[schema(example = "startpos moves d1-d7/g7 a7-b7/b1")]
    pub text: String,
    /// Name of the import, such as a file name.
    #[serde(default)]
    pub name: String,
}

/// Progress of the last import.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct ImportState {
    /// Whether the import is running.
    pub running: bool,
    /// Name of the import.
    pub name: String,
    /// Number of games in the text.
    pub total: u64,
    /// Number of games processed.
    pub done: u64,
    /// Number of games added.
    pub added: u64,
    /// Number of games that were in the database already.
    pub duplicates: u64,
    /// Number of games rejected.
    pub refused: u64,
    /// Why games were rejected: one sentence each for the first ones.
    #[serde(rename = "problems")]
    pub errors: Vec<String>,
    /// Why the import was aborted, if it was.
    #[schema(required)]
    pub failure: Option<String>,
}

/// Number of games in the database.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct GameCount {
    /// Number of games.
    pub games: u64,
}

/// Request to build the user's book from a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct NewBookBuild {
    /// Root of the build.
    #[schema(example = "startpos")]
    pub fen: String,
    /// Number of positions to expand.
    #[schema(minimum = 1, maximum = 100_000)]
    pub positions: u64,
    /// Nodes per search; 2000 by default.
    #[serde(default)]
    #[schema(minimum = 10, maximum = 1_000_000)]
    pub nodes: Option<u64>,
}

/// Status of a book build.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum BookBuildStatus {
    /// No build was started.
    #[default]
    #[serde(rename = "none")]
    Idle,
    /// The build is running.
    #[serde(rename = "growing")]
    Running,
    /// The build waits for its last searches.
    Stopping,
    /// The build was stopped, by a client or with the server, and can be continued.
    Stopped,
    /// All requested positions were expanded, or none are left.
    #[serde(rename = "done")]
    Finished,
    /// The build was aborted by an error.
    Failed,
}

/// Progress of the last book build.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct BookBuildState {
    /// Status of the build.
    pub status: BookBuildStatus,
    /// Root of the build.
    pub fen: String,
    /// Number of positions to expand.
    #[serde(rename = "wanted")]
    pub target: u64,
    /// Number of positions expanded.
    pub searched: u64,
    /// Nodes per search.
    pub nodes: u64,
    /// Depth of the deepest expanded position in plies.
    #[serde(rename = "deepest")]
    pub max_depth: u32,
    /// Value of the root.
    #[serde(rename = "worth")]
    #[schema(required)]
    pub value: Option<PositionValue>,
    /// Number of positions of the book.
    pub size: u64,
    /// Why the build was aborted.
    #[schema(required)]
    pub failure: Option<String>,
}
