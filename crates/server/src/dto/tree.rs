//! Game trees (moves, variations, comments, glyphs) and game records.

use amazons::records::Format;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A start position and a tree of moves. The first node is the root; a node comes after its
/// parent; the first child of a node, in list order, continues the main line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct GameTree {
    /// Start position as a FEN.
    pub start: String,
    /// Players, result and other facts about the game.
    #[serde(default)]
    pub info: GameInfo,
    /// The root and the moves.
    pub nodes: Vec<TreeNode>,
}

/// Players, result and other facts about a game; unknown ones are empty and omitted.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct GameInfo {
    /// Name of Black.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub black: String,
    /// Name of White.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub white: String,
    /// Result in SGF notation: `B+`, `W+R`, `B+T`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub result: String,
    /// Date of the game.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub date: String,
    /// Tournament or match.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub event: String,
    /// Place of the game.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub place: String,
    /// Rule set, if not the standard one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub rules: String,
}

/// The root, a move, or a comment between two moves.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct TreeNode {
    /// Unique id of the node.
    pub id: u32,
    /// Id of the parent; `null` for the root.
    pub parent: Option<u32>,
    /// Move that leads to the node; `null` for the root and for a mere comment.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// Comment.
    #[serde(default)]
    pub comment: String,
    /// Annotation glyph of the move.
    #[serde(default)]
    pub glyph: Option<Glyph>,
    /// Mover's evaluation of the position after the move, as recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<f64>,
    /// Time spent on the move in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// Other properties of the record, kept as they are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub properties: Vec<Property>,
}

/// A record property that the program does not interpret.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Property {
    /// Name: upper-case letters and digits, a letter first.
    pub name: String,
    /// Values.
    pub values: Vec<String>,
}

/// Annotation glyph of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub enum Glyph {
    /// Very good move.
    #[serde(rename = "!!")]
    Brilliant,
    /// Good move.
    #[serde(rename = "!")]
    Good,
    /// Interesting move.
    #[serde(rename = "!?")]
    Interesting,
    /// Dubious move.
    #[serde(rename = "?!")]
    Dubious,
    /// Mistake.
    #[serde(rename = "?")]
    Mistake,
    /// Blunder.
    #[serde(rename = "??")]
    Blunder,
}

/// Game record format.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RecordFormat {
    /// Smart Game Format.
    Sgf,
    /// Generic Game Format of the server GGS.
    Ggf,
    /// Little Golem's format.
    LittleGolem,
    /// A start position and moves on one line.
    Text,
    /// FEN of the final position.
    Fen,
    /// Diagram of the final position.
    Diagram,
}

convert_enum!(RecordFormat => Format: Sgf, Ggf, LittleGolem, Text, Fen, Diagram);
convert_enum!(Format => RecordFormat: Sgf, Ggf, LittleGolem, Text, Fen, Diagram);

/// Game records as text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct RecordText {
    /// SGF, GGF, Little Golem's files and tables, a FEN, a diagram, or moves on a line.
    #[schema(example = "startpos moves d1-d7/g7")]
    pub text: String,
}

/// Parsed game records.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ParsedRecords {
    /// Detected format.
    pub format: RecordFormat,
    /// The games.
    pub records: Vec<GameTree>,
}

/// Game to write as a record.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct RecordWriteRequest {
    /// The game.
    pub tree: GameTree,
    /// Format to write.
    pub format: RecordFormat,
}

/// New comments and variations of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct TreeUpdate {
    /// The game with variations; its main line may differ from the moves played.
    pub tree: GameTree,
}
