//! Games with variations, comments and glyphs.

use amazons::records::Format;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A start position and a tree of moves from it. The first node is the start; each node comes after its
/// parent; the first child of a node, in the order of the list, goes on with the main line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Tree {
    /// The position from which the game starts, as a FEN.
    pub start: String,
    /// What is said about the game as a whole.
    #[serde(default)]
    pub info: GameInfo,
    /// The start and the moves.
    pub nodes: Vec<TreeNode>,
}

/// What is said about a game as a whole; what is not said is left out.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct GameInfo {
    /// Black's name.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schema(required = false)]
    pub black: String,
    /// White's name.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schema(required = false)]
    pub white: String,
    /// The result as SGF writes it: `B+`, `W+R`, `B+T`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schema(required = false)]
    pub result: String,
    /// When it was played.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schema(required = false)]
    pub date: String,
    /// The tournament or match.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schema(required = false)]
    pub event: String,
    /// Where it was played.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schema(required = false)]
    pub place: String,
    /// The rules, where they need saying.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schema(required = false)]
    pub rules: String,
}

/// The start, a move, or a remark between two moves.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct TreeNode {
    /// Its number; no other node has it.
    pub id: u32,
    /// The node before it; `null` at the start.
    pub parent: Option<u32>,
    /// The move that leads to it; `null` at the start and at a mere remark.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// What is said about it.
    #[serde(default)]
    #[schema(required = false)]
    pub comment: String,
    /// What an annotator thinks of the move.
    #[serde(default)]
    #[schema(required = false)]
    pub glyph: Option<Glyph>,
    /// The mover's evaluation of the position after the move, as the record has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub evaluation: Option<f64>,
    /// The seconds that the mover thought about the move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub seconds: Option<f64>,
    /// Whatever else the record says, so that nothing is lost.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub properties: Vec<Property>,
}

/// A property of a record that has no meaning here.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Property {
    /// Capital letters and digits, a letter first.
    pub name: String,
    /// Its texts.
    pub values: Vec<String>,
}

/// What an annotator thinks of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub enum Glyph {
    /// Very good.
    #[serde(rename = "!!")]
    Brilliant,
    /// Good.
    #[serde(rename = "!")]
    Good,
    /// Interesting.
    #[serde(rename = "!?")]
    Interesting,
    /// Doubtful.
    #[serde(rename = "?!")]
    Doubtful,
    /// Bad.
    #[serde(rename = "?")]
    Bad,
    /// Very bad.
    #[serde(rename = "??")]
    Blunder,
}

/// A form of game record that can be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RecordFormat {
    /// The Smart Game Format.
    Sgf,
    /// The format of the server GGS.
    Ggf,
    /// Little Golem's files.
    LittleGolem,
    /// A start and moves on a line.
    Text,
    /// The final position as a FEN.
    Fen,
    /// The final position as a diagram.
    Diagram,
}

impl From<RecordFormat> for Format {
    fn from(format: RecordFormat) -> Self {
        match format {
            RecordFormat::Sgf => Self::Sgf,
            RecordFormat::Ggf => Self::Ggf,
            RecordFormat::LittleGolem => Self::LittleGolem,
            RecordFormat::Text => Self::Text,
            RecordFormat::Fen => Self::Fen,
            RecordFormat::Diagram => Self::Diagram,
        }
    }
}

impl From<Format> for RecordFormat {
    fn from(format: Format) -> Self {
        match format {
            Format::Sgf => Self::Sgf,
            Format::Ggf => Self::Ggf,
            Format::LittleGolem => Self::LittleGolem,
            Format::Text => Self::Text,
            Format::Fen => Self::Fen,
            Format::Diagram => Self::Diagram,
        }
    }
}

/// Games as text, in any notation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct RecordText {
    /// SGF, GGF, Little Golem's files and tables, a FEN, a diagram, or moves on a line.
    #[schema(example = "startpos moves d1-d7/g7")]
    pub text: String,
}

/// The games of a text.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Records {
    /// The notation that they were in.
    pub format: RecordFormat,
    /// The games.
    pub records: Vec<Tree>,
}

/// A game to be written down.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct RecordToWrite {
    /// The game.
    pub tree: Tree,
    /// The notation to write.
    pub format: RecordFormat,
}

/// A game written down.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct WrittenRecord {
    /// The text.
    pub text: String,
}

/// A game's comments and variations.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct TreeToKeep {
    /// The game with its variations; its main line need not be the game's.
    pub tree: Tree,
}
