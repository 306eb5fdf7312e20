//! Endgame analysis (region values, outcome and best play) and endgame puzzles.

use engine::puzzles::Difficulty;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::side::{Side, WinProbability};

/// Request to analyze a position as an endgame.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct EndgameRequest {
    /// Position in any supported notation.
    #[schema(
        example = "q*3***2/*****1*q*1/*1**1****1/Q****Q***1/1**1**1**1/***1q**1*1/**1*1****1/1*1****Q*1/1Q****2**/*q2**4 w - - 59 30"
    )]
    pub fen: String,
    /// Search time in seconds for an outcome that region values do not prove; 1 by default.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 10)]
    pub seconds: Option<f64>,
}

/// Region values, outcome and best play of a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct EndgameAnalysis {
    /// Position that was analyzed.
    pub fen: String,
    /// Side to move.
    pub to_move: Side,
    /// Regions in which a move is possible.
    pub regions: Vec<EndgameRegion>,
    /// Name of the hottest region, if the values of all regions are known and one is hot.
    #[schema(required)]
    pub hottest: Option<String>,
    /// Outcome of the position.
    #[serde(rename = "standing")]
    pub outcome: EndgameOutcome,
    /// Outcome if the other side were to move.
    #[serde(rename = "otherwise")]
    pub outcome_if_opponent_moves: EndgameOutcome,
    /// Winning moves, if the side to move wins and they are known.
    #[schema(required)]
    pub winning_moves: Option<Vec<WinningMove>>,
    /// Whether `winning_moves` is complete; false if the analysis timed out.
    pub winning_moves_complete: bool,
    /// Number of legal moves.
    pub moves: u64,
    /// Best play of both sides, if the values of all regions are known.
    #[serde(rename = "play")]
    pub best_play: Vec<BestPlayMove>,
    /// Whether best play reaches the end of the game.
    #[serde(rename = "played_out")]
    pub best_play_complete: bool,
}

/// Winner and lead, and how they are known.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct EndgameOutcome {
    /// How the outcome is known.
    #[serde(rename = "certainty")]
    pub source: OutcomeSource,
    /// Side that wins, or the favorite if it is an estimate.
    pub winner: Side,
    /// Lower bound of the winner's lead in moves: the loser could pass that often and still lose.
    /// `null` if unknown.
    #[serde(rename = "least")]
    #[schema(required)]
    pub min_lead: Option<u32>,
    /// Upper bound of the winner's lead in moves; `null` if unknown.
    #[serde(rename = "most")]
    #[schema(required)]
    pub max_lead: Option<u32>,
    /// Win probability: 1 and 0 unless it is an estimate.
    #[serde(rename = "chances")]
    pub win_probability: WinProbability,
    /// Lead of Black that corresponds to the win probability, in squares; negative if White leads.
    /// `null` unless it is an estimate.
    #[serde(rename = "margin")]
    #[schema(required)]
    pub score_lead: Option<f64>,
}

/// How the outcome of an endgame is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OutcomeSource {
    /// Proven: all contested regions are in the table of exact values.
    Table,
    /// Proven by exact values computed for this request.
    Values,
    /// Proven by bounds, although a region is too large for an exact value.
    Bounds,
    /// Proven by search, which does not give the lead.
    Search,
    /// Not proven: the network's estimate.
    Estimate,
}

/// A region and its value.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct EndgameRegion {
    /// Name: A, B, C, …
    pub name: String,
    /// All squares, including those of amazons.
    pub squares: Vec<String>,
    /// Squares of Black's amazons.
    pub black: Vec<String>,
    /// Squares of White's amazons.
    pub white: Vec<String>,
    /// Owner, if only one side has amazons in the region.
    #[schema(required)]
    pub owner: Option<Side>,
    /// Where the value comes from.
    pub source: ValueSource,
    /// Lower bound of the value in moves for Black.
    #[serde(rename = "least")]
    pub min_value: f64,
    /// Upper bound of the value in moves for Black.
    #[serde(rename = "most")]
    pub max_value: f64,
    /// Exact value; `null` if the region is too large.
    #[schema(required)]
    pub value: Option<ExactValue>,
    /// Black's best moves; empty unless the region is contested and its value is known.
    pub black_moves: Vec<RegionMove>,
    /// White's best moves; empty unless the region is contested and its value is known.
    pub white_moves: Vec<RegionMove>,
}

/// Where the value of a region comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ValueSource {
    /// Looked up in the table of exact values.
    Table,
    /// Computed for this request.
    #[serde(rename = "worked_out")]
    Computed,
    /// Number of moves of the only side in the region.
    Counted,
    /// The region is too large: only bounds are known.
    Bounds,
}

/// Exact value of a region as a combinatorial game. Black is Left: positive is good for Black.
/// Numbers are written as fractions, such as `3/2`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ExactValue {
    /// Canonical form, such as `{2|-1}` or `3/2`; `null` if it is very long.
    #[serde(rename = "form")]
    #[schema(required)]
    pub canonical_form: Option<String>,
    /// Mean value.
    pub mean: String,
    /// Temperature; negative for numbers.
    pub temperature: String,
    /// Left stop: the number reached when Black starts.
    pub left_stop: String,
    /// Right stop: the number reached when White starts.
    pub right_stop: String,
    /// Outcome class.
    pub outcome: RegionOutcome,
    /// Left wall of the thermograph: its corners by temperature, the last one at the foot of the
    /// mast.
    pub left_wall: Vec<ThermographPoint>,
    /// Right wall of the thermograph: its corners by temperature, the last one at the foot of the
    /// mast.
    pub right_wall: Vec<ThermographPoint>,
}

/// Outcome class of a region: who wins it as a game of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RegionOutcome {
    /// Black wins (Left).
    Black,
    /// White wins (Right).
    White,
    /// The first player wins (Next).
    First,
    /// The second player wins (Previous).
    Second,
}

/// Corner of a wall of a thermograph.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ThermographPoint {
    /// Temperature: the tax on each move.
    #[serde(rename = "tax")]
    pub temperature: f64,
    /// Value for Black at that temperature.
    #[serde(rename = "worth")]
    pub value: f64,
}

/// Moves in a region that lead to the same option.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct RegionMove {
    /// One of the moves.
    #[serde(rename = "move")]
    pub mv: String,
    /// Number of such moves.
    pub count: usize,
    /// Canonical form of the option; `null` if it is very long.
    #[serde(rename = "left")]
    #[schema(required)]
    pub option: Option<String>,
}

/// A winning move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct WinningMove {
    /// Name of the region of the move.
    pub region: String,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Lower bound of the lead after the move, in moves; `null` if unknown.
    #[schema(required)]
    pub ahead: Option<u32>,
}

/// A move of best play and its reason.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct BestPlayMove {
    /// Side that moves.
    pub side: Side,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Name of the region of the move in the analyzed position.
    pub region: String,
    /// Canonical form of the region before the move; `null` if it is very long.
    #[schema(required)]
    pub before: Option<String>,
    /// Canonical form of the region after the move; `null` if it is very long.
    #[schema(required)]
    pub after: Option<String>,
    /// Why the move is best.
    pub reason: MoveReason,
    /// Temperature of the move's region, if it is the reason.
    #[schema(required)]
    pub temperature: Option<String>,
    /// Temperature of the hottest region, if the move is in a cooler one.
    #[schema(required)]
    pub hottest: Option<String>,
    /// Side that wins.
    pub winner: Side,
    /// Lead of the winner in moves.
    pub ahead: u32,
}

/// Why a move is best.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MoveReason {
    /// It is the only winning move.
    OnlyWin,
    /// It is in the hottest region.
    Hottest,
    /// It is in a cooler region, because every move in the hottest one loses something.
    #[serde(rename = "cooler")]
    CoolerRegion,
    /// Only numbers are left, and the move loses least.
    #[serde(rename = "least_cost")]
    SmallestLoss,
    /// It fills a region of the side's own.
    #[serde(rename = "fills")]
    FillsOwnRegion,
}

/// Difficulty and seed of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PuzzleQuery {
    /// Difficulty of the puzzle.
    pub difficulty: PuzzleDifficulty,
    /// Seed; the same seed gives the same puzzle.
    #[param(minimum = 0, maximum = 9007199254740991u64)]
    pub seed: u64,
}

/// Difficulty of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PuzzleDifficulty {
    /// A small board on which several moves win.
    Easy,
    /// Two regions, and few moves win.
    Medium,
    /// Very few moves win, and the obvious one loses.
    Hard,
}

convert_enum!(PuzzleDifficulty => Difficulty: Easy, Medium, Hard);

/// A position in which the side to move wins by one tempo.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Puzzle {
    /// Difficulty of the puzzle.
    pub difficulty: PuzzleDifficulty,
    /// Seed of the puzzle.
    pub seed: u64,
    /// Position to solve.
    pub fen: String,
    /// Side to move, which wins.
    pub to_move: Side,
    /// Number of legal moves.
    pub moves: u64,
    /// All winning moves, proven.
    pub winning_moves: Vec<String>,
}
