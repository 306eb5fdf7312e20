//! Endgame report: values of all regions, the winner for either player to move, the moves that win,
//! and best play.

use std::time::{Duration, Instant};

use amazons::{Color, Move, Position};

use crate::error::TableError;
use crate::exact_analysis::{AnalyzedMove, AnalyzedRegion, BestPlayMove, ExactAnalyzer, Lead};
use crate::solver::Solver;
use crate::values::ValueTable;

/// Everything known about a sum of boards.
#[derive(Clone, Debug)]
pub struct EndgameReport {
    /// The boards.
    pub boards: Vec<Position>,
    /// Player to move.
    pub to_move: Color,
    /// Regions with a legal move.
    pub regions: Vec<AnalyzedRegion>,
    /// Index of the region with the highest temperature, if all values are known.
    pub hottest: Option<usize>,
    /// Outcomes with Black and with White to move.
    pub outcomes: [OutcomeForFirstPlayer; 2],
    /// Moves of the player to move.
    pub moves: MoveReport,
    /// Best play, if all values are known.
    pub best_play: Vec<BestPlayMove>,
    /// Whether best play reaches the end of the game.
    pub is_complete: bool,
}

/// Result when a given player moves first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutcomeForFirstPlayer {
    /// Decided by values, with the lead.
    Lead(Lead),
    /// Decided by search, without the lead.
    Winner(Color),
    /// Undecided.
    Unknown,
}

impl OutcomeForFirstPlayer {
    /// The winner, if known.
    #[must_use]
    pub fn winner(self) -> Option<Color> {
        match self {
            Self::Lead(lead) => Some(lead.winner),
            Self::Winner(winner) => Some(winner),
            Self::Unknown => None,
        }
    }
}

/// What is known about the moves of the player to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveReport {
    /// Result of every move.
    Analyzed(Vec<AnalyzedMove>),
    /// Winning moves found by search as (region, move), and whether these are all of them.
    Winning(Vec<(usize, Move)>, bool),
    /// Nothing is known.
    Unknown,
}

/// Stage of a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReportStage {
    /// Computing values of regions.
    Values,
    /// Finding winner and lead.
    Lead,
    /// Analyzing moves.
    Moves,
    /// Searching for the winner.
    Search,
    /// Searching for winning moves.
    WinningMoves,
    /// Finding best play.
    Play,
}

/// Limits of the board solver, which runs only where values do not decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolverLimits {
    /// Time limit; zero disables the solver.
    pub time: Duration,
    /// Size of the proof table in bytes.
    pub memory: usize,
    /// Number of threads.
    pub threads: usize,
}

impl EndgameReport {
    /// Creates a report. `watch` is called with each stage and before each move of best play;
    /// returning `false` ends the report with what is known so far.
    ///
    /// # Errors
    /// If the table is corrupt.
    pub fn new(
        analyzer: &mut ExactAnalyzer,
        table: Option<&ValueTable>,
        boards: &[Position],
        to_move: Color,
        limits: SolverLimits,
        watch: &mut dyn FnMut(ReportStage) -> bool,
    ) -> Result<Self, TableError> {
        watch(ReportStage::Values);
        let regions = analyzer.analyze_regions(boards)?;
        let mut report = Self {
            boards: boards.to_vec(),
            to_move,
            hottest: analyzer.hottest(&regions),
            regions,
            outcomes: [OutcomeForFirstPlayer::Unknown; 2],
            moves: MoveReport::Unknown,
            best_play: Vec::new(),
            is_complete: false,
        };
        if !watch(ReportStage::Lead) {
            return Ok(report);
        }
        report.outcomes = Color::ALL.map(|side| {
            let lead = analyzer.lead(&report.regions, side);
            lead.map_or(OutcomeForFirstPlayer::Unknown, OutcomeForFirstPlayer::Lead)
        });
        let is_decided = report.outcomes.iter().all(|one| one.winner().is_some());
        if report.has_bounded_region() || !is_decided {
            report.search(table, limits, watch)?;
        } else if watch(ReportStage::Moves) {
            report.moves = MoveReport::Analyzed(analyzer.analyze_moves(&report.regions, to_move)?);
            let go_on = &mut || watch(ReportStage::Play);
            (report.best_play, report.is_complete) = analyzer.best_play(boards, to_move, go_on)?;
        }
        Ok(report)
    }

    /// Outcome for the player to move.
    #[must_use]
    pub fn outcome(&self) -> OutcomeForFirstPlayer {
        self.outcomes[usize::from(self.to_move == Color::White)]
    }

    /// Index of the region in which a move is made, also in a later position.
    #[must_use]
    pub fn region_index(&self, board: usize, mv: Move) -> Option<usize> {
        self.regions
            .iter()
            .position(|region| region.board == board && region.region.squares().contains(mv.from))
    }

    /// Whether a value is only known within bounds.
    #[must_use]
    pub fn has_bounded_region(&self) -> bool {
        let mut regions = self.regions.iter();
        regions.any(|region| region.value.exact().is_none())
    }

    /// Runs the board solver within its limits.
    fn search(
        &mut self,
        table: Option<&ValueTable>,
        limits: SolverLimits,
        watch: &mut dyn FnMut(ReportStage) -> bool,
    ) -> Result<(), TableError> {
        if limits.time.is_zero() {
            return Ok(());
        }
        let deadline = Instant::now() + limits.time;
        let solver = Solver::new(limits.memory, limits.threads, table);
        let mut goes_on = |stage| watch(stage) && Instant::now() < deadline;
        let solution = solver.solve(&self.boards, &mut |_, _| goes_on(ReportStage::Search));
        let solution = match solution {
            Err(TableError::Interrupted) => return Ok(()),
            solution => solution?,
        };
        let winners = [solution.black_first.winner, solution.white_first.winner];
        for (outcome, winner) in self.outcomes.iter_mut().zip(winners) {
            if outcome.winner().is_none() {
                *outcome = OutcomeForFirstPlayer::Winner(winner);
            }
        }
        let watch = &mut |_: &_, _| goes_on(ReportStage::WinningMoves);
        let winning = solver.all_winning_moves(&self.boards, self.to_move, watch)?;
        let moves = winning.moves.into_iter();
        let moves = moves.filter_map(|(board, mv)| Some((self.region_index(board, mv)?, mv)));
        self.moves = MoveReport::Winning(moves.collect(), winning.unknown == 0);
        Ok(())
    }
}

/// Label of a region: A, B, …, Z, AA, AB, ….
#[must_use]
pub fn region_label(place: usize) -> String {
    let letter = char::from(b'A' + (place % 26) as u8);
    match place / 26 {
        0 => letter.to_string(),
        more => format!("{}{letter}", region_label(more - 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact_analysis::AnalysisLimits;

    #[test]
    fn labels_continue_after_z() {
        let names = [0, 25, 26, 27, 51, 52, 701, 702].map(region_label);
        assert_eq!(names, ["A", "Z", "AA", "AB", "AZ", "BA", "ZZ", "AAA"]);
    }

    /// An interrupted report is a prefix of the complete one.
    #[test]
    fn an_interrupted_report_is_a_prefix() {
        let text = "x..#x.|..o#..|####o.|o.x#.. b";
        let board = amazons::notation::parse_position(text).expect("it is a position");
        let limits = SolverLimits {
            time: Duration::ZERO,
            memory: 0,
            threads: 1,
        };
        let report = |max_calls: usize| {
            let mut analyzer = ExactAnalyzer::new(None, AnalysisLimits::INTERACTIVE);
            let mut calls = 0;
            let watch = &mut |_| {
                calls += 1;
                calls <= max_calls
            };
            let report =
                EndgameReport::new(&mut analyzer, None, &[board], Color::Black, limits, watch)
                    .expect("there is no table");
            (report, calls)
        };
        let (whole, stages) = report(usize::MAX);
        assert!(whole.is_complete && whole.best_play.len() > 5);
        let mut lengths = Vec::new();
        for max_calls in 0..stages {
            let (partial, calls) = report(max_calls);
            assert_eq!(calls, max_calls.max(1) + 1, "it ends at once");
            assert_eq!(partial.regions.len(), whole.regions.len());
            assert!(!partial.is_complete);
            assert!(partial.best_play.len() <= whole.best_play.len());
            for (one, other) in partial.best_play.iter().zip(&whole.best_play) {
                assert_eq!((one.mv, one.reason), (other.mv, other.reason));
            }
            lengths.push(partial.best_play.len());
        }
        assert!(lengths.is_sorted() && lengths.len() > whole.best_play.len());
    }
}
