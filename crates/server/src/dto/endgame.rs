//! Endgames: boards that fire has taken apart, explained.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::side::{Chances, Side};

/// A position to be explained.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct EndgameQuestion {
    /// The position; whatever describes one is understood.
    #[schema(
        example = "q*3***2/*****1*q*1/*1**1****1/Q****Q***1/1**1**1**1/***1q**1*1/**1*1****1/1*1****Q*1/1Q****2**/*q2**4 w - - 59 30"
    )]
    pub fen: String,
    /// How long to search for who wins where values do not say; a second if left out.
    #[serde(default)]
    #[schema(required = false, minimum = 0, maximum = 10)]
    pub seconds: Option<f64>,
}

/// What is known of a position, region by region.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Endgame {
    /// The position.
    pub fen: String,
    /// Whose turn it is.
    pub to_move: Side,
    /// The regions in which somebody can move.
    pub regions: Vec<EndgameRegion>,
    /// The name of the region in which the first move is worth most, if all are known exactly and one is worth a move.
    #[schema(required)]
    pub hottest: Option<String>,
    /// Who is ahead.
    pub standing: Standing,
    /// Who would be if it were the other player's turn.
    pub otherwise: Standing,
    /// The moves that keep the win, if the player to move wins and they are known.
    #[schema(required)]
    pub winning_moves: Option<Vec<WinningMove>>,
    /// Whether those are all; if not, time was up.
    pub winning_moves_complete: bool,
    /// How many moves the player to move has.
    pub moves: u64,
    /// How both play best, if every region is known exactly.
    pub play: Vec<PlayedMove>,
    /// Whether that goes to the end of the game.
    pub played_out: bool,
}

/// Who is ahead, by how much, and how sure that is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Standing {
    /// How it is known.
    pub certainty: Certainty,
    /// Who wins; who is thought to, if it is an estimate.
    pub winner: Side,
    /// At least so many moves ahead: so often the loser could pass and would still lose. `null` if that is not known.
    #[schema(required)]
    pub least: Option<u32>,
    /// And at most so many.
    #[schema(required)]
    pub most: Option<u32>,
    /// The chances of both: 1 and 0 unless it is an estimate.
    pub chances: Chances,
    /// By how many squares the network expects Black to come out ahead; negative if White. `null` unless it is an estimate.
    #[schema(required)]
    pub margin: Option<f64>,
}

/// How it is known who is ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Certainty {
    /// All regions that both are in stand in the table of exact values.
    Table,
    /// Proved by exact values that were worked out.
    Values,
    /// Proved by what each has for certain, though a region is too large for a value.
    Bounds,
    /// Proved by a search, which does not say by how much.
    Search,
    /// Not proved: the network's opinion.
    Estimate,
}

/// A region, and what it is worth.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct EndgameRegion {
    /// A, B, C, ….
    pub name: String,
    /// Its squares, those of amazons included.
    pub squares: Vec<String>,
    /// The squares of Black's amazons.
    pub black: Vec<String>,
    /// The squares of White's amazons.
    pub white: Vec<String>,
    /// The only player with amazons in it.
    #[schema(required)]
    pub owner: Option<Side>,
    /// Where what it is worth comes from.
    pub source: WorthSource,
    /// What it is worth to Black is no less than so many moves.
    pub least: f64,
    /// And no more than so many.
    pub most: f64,
    /// What it is worth exactly; `null` if it is too large for that.
    #[schema(required)]
    pub value: Option<ExactWorth>,
    /// Black's best moves in it; empty unless both players are in it and it is known exactly.
    pub black_moves: Vec<RegionMove>,
    /// White's best moves in it.
    pub white_moves: Vec<RegionMove>,
}

/// Where what a region is worth comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WorthSource {
    /// Looked up in the table of exact values.
    Table,
    /// Worked out now.
    WorkedOut,
    /// The moves that its only player has in it, counted.
    Counted,
    /// Too large: only what each player has for certain.
    Bounds,
}

/// What a region is worth as a combinatorial game. Black is Left: what is good for Black is positive. Numbers are written as people do, `3/2`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ExactWorth {
    /// The canonical form in the usual notation, such as `{2|-1}` or `3/2`; `null` if it is very long.
    #[schema(required)]
    pub form: Option<String>,
    /// What it is worth on average.
    pub mean: String,
    /// How much the first move in it is worth; negative if nobody wants to move.
    pub temperature: String,
    /// What is left for Black if Black begins and both go on in it.
    pub left_stop: String,
    /// And if White begins.
    pub right_stop: String,
    /// Who wins it if nothing else is there.
    pub outcome: RegionOutcome,
    /// The thermograph: what Black makes of it, moving first, at every tax; from corner to corner, the last one below the mast.
    pub left_wall: Vec<WallCorner>,
    /// The same for White.
    pub right_wall: Vec<WallCorner>,
}

/// Who wins a region if nothing else is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RegionOutcome {
    /// Black, whoever begins.
    Black,
    /// White, whoever begins.
    White,
    /// Who begins.
    First,
    /// Who does not begin.
    Second,
}

/// A corner of a wall of a thermograph.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct WallCorner {
    /// The tax on every move.
    pub tax: f64,
    /// What the region is worth to Black then.
    pub worth: f64,
}

/// Moves in a region that leave the same.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct RegionMove {
    /// One of them.
    #[serde(rename = "move")]
    pub mv: String,
    /// How many there are.
    pub count: usize,
    /// What they leave, in the usual notation; `null` if that is very long.
    #[schema(required)]
    pub left: Option<String>,
}

/// A move that keeps the win.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct WinningMove {
    /// The name of the region in which it is made.
    pub region: String,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// How many moves ahead its player is afterwards, at least; `null` if that is not known.
    #[schema(required)]
    pub ahead: Option<u32>,
}

/// A move of the best play, and why it is made.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct PlayedMove {
    /// Whose move it is.
    pub side: Side,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The name of the region in which it is made, as it was in the beginning.
    pub region: String,
    /// What what is left of that was worth before; `null` if that is very long.
    #[schema(required)]
    pub before: Option<String>,
    /// And afterwards.
    #[schema(required)]
    pub after: Option<String>,
    /// Why it is made.
    pub reason: PlayReason,
    /// The temperature where it is made, if that is a reason.
    #[schema(required)]
    pub temperature: Option<String>,
    /// The temperature of the hottest region, if it is made in a cooler one.
    #[schema(required)]
    pub hottest: Option<String>,
    /// Who wins.
    pub winner: Side,
    /// How many moves ahead.
    pub ahead: u32,
}

/// Why a move is the best.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlayReason {
    /// Of all moves it is the only one that wins.
    OnlyWin,
    /// It is made in the region where the first move is worth most.
    Hottest,
    /// It is made in a cooler region: all moves in the hottest one give something away.
    Cooler,
    /// Only numbers are left: every move costs something, and this one the least.
    LeastCost,
    /// It fills a region of the player's own.
    Fills,
}
