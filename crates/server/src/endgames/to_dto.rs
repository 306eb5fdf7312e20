//! Converts an endgame report to its DTO.

use amazons::{Color, Game, Position};
use combinatorial::{Dyadic, GameValue, OutcomeClass, ValueStore, WallPoint};
use endgame::{
    AnalyzedMove, AnalyzedRegion, EndgameReport, EquivalentMoves, ExactAnalyzer, MoveReport,
    OutcomeForFirstPlayer, RegionValue, TableError, region_label,
};

use crate::dto::endgame::{
    BestPlayMove, EndgameAnalysis, EndgameOutcome, EndgameRegion, ExactValue, MoveReason,
    OutcomeSource, RegionMove, RegionOutcome, ThermographPoint, ValueSource, WinningMove,
};
use crate::dto::position::square_names;
use crate::dto::side::WinProbability;
use crate::overlays::network_evaluation;

/// Maximum number of best moves per region and side.
const MAX_MOVES_PER_REGION: usize = 3;

/// Maximum length of a canonical form.
const MAX_FORM_CHARS: usize = 2_000;

/// Converts a report. Fails if the table of exact values is corrupt.
pub(super) fn to_dto(
    analyzer: &mut ExactAnalyzer,
    report: &EndgameReport,
) -> Result<EndgameAnalysis, TableError> {
    let position = &report.boards[0];
    let source = outcome_source(analyzer, report);
    let [black, white] = report.outcomes;
    let (own, other) = match report.to_move {
        Color::Black => (black, white),
        Color::White => (white, black),
    };
    let parts = report.regions.iter().enumerate();
    let regions = parts
        .map(|(index, part)| region(analyzer, region_label(index), part))
        .collect::<Result<_, _>>()?;
    let store = analyzer.games();
    let (winning_moves, winning_moves_complete) = winning_moves(report);
    let best_play = report.best_play.iter();
    Ok(EndgameAnalysis {
        fen: position.to_text(),
        to_move: report.to_move.into(),
        regions,
        hottest: report.hottest.map(region_label),
        outcome: outcome(position, own, source),
        outcome_if_opponent_moves: outcome(&position.with_to_move(!report.to_move), other, source),
        winning_moves,
        winning_moves_complete,
        moves: position.move_count(),
        best_play: best_play
            .map(|played| best_play_move(store, report, played))
            .collect(),
        best_play_complete: report.is_complete,
    })
}

/// How an outcome that follows from region values is known.
fn outcome_source(analyzer: &ExactAnalyzer, report: &EndgameReport) -> OutcomeSource {
    if report.has_bounded_region() {
        return OutcomeSource::Bounds;
    }
    let mut contested = report
        .regions
        .iter()
        .filter(|part| part.region.is_contested())
        .peekable();
    if contested.peek().is_some() && contested.all(|part| analyzer.is_in_table(part)) {
        return OutcomeSource::Table;
    }
    OutcomeSource::Values
}

fn outcome(
    position: &Position,
    outlook: OutcomeForFirstPlayer,
    source: OutcomeSource,
) -> EndgameOutcome {
    let proven = |source, winner: Color| EndgameOutcome {
        source,
        winner: winner.into(),
        min_lead: None,
        max_lead: None,
        win_probability: WinProbability::of(winner, 1.0),
        score_lead: None,
    };
    match outlook {
        OutcomeForFirstPlayer::Lead(lead) => EndgameOutcome {
            min_lead: Some(lead.moves.lower),
            max_lead: Some(lead.moves.upper),
            ..proven(source, lead.winner)
        },
        OutcomeForFirstPlayer::Winner(winner) => proven(OutcomeSource::Search, winner),
        OutcomeForFirstPlayer::Unknown => {
            let (win_probability, score_lead) = network_evaluation(position);
            let winner = match win_probability.black >= win_probability.white {
                true => Color::Black,
                false => Color::White,
            };
            EndgameOutcome {
                win_probability,
                score_lead: Some(score_lead),
                ..proven(OutcomeSource::Estimate, winner)
            }
        }
    }
}

fn region(
    analyzer: &mut ExactAnalyzer,
    name: String,
    part: &AnalyzedRegion,
) -> Result<EndgameRegion, TableError> {
    let region = &part.region;
    let owner = region.owner();
    let source = match part.value {
        RegionValue::Bounded { .. } => ValueSource::Bounds,
        RegionValue::Exact(_) if owner.is_some() => ValueSource::Counted,
        RegionValue::Exact(_) if analyzer.is_in_table(part) => ValueSource::Table,
        RegionValue::Exact(_) => ValueSource::Computed,
    };
    let [black_moves, white_moves] = match owner {
        // Filling a territory is not a question of where to move first.
        Some(_) => [Vec::new(), Vec::new()],
        None => [
            analyzer.best_local_moves(part, Color::Black)?,
            analyzer.best_local_moves(part, Color::White)?,
        ],
    };
    let store = analyzer.games();
    let (min, max) = match part.value {
        RegionValue::Bounded { lower, upper } => (f64::from(lower), f64::from(upper)),
        RegionValue::Exact(value) => (
            store.forms().right_stop(value).to_f64(),
            store.forms().left_stop(value).to_f64(),
        ),
    };
    Ok(EndgameRegion {
        name,
        squares: square_names(region.squares()),
        black: square_names(region.amazons(Color::Black)),
        white: square_names(region.amazons(Color::White)),
        owner: owner.map(Into::into),
        source,
        // A zugzwang has its stops in reverse order.
        min_value: min.min(max),
        max_value: max.max(min),
        value: part.value.exact().map(|value| exact_value(store, value)),
        black_moves: region_moves(store, &black_moves),
        white_moves: region_moves(store, &white_moves),
    })
}

fn exact_value(store: &mut ValueStore, value: GameValue) -> ExactValue {
    let thermograph = store.thermograph(value);
    ExactValue {
        canonical_form: canonical_form(store, value),
        mean: thermograph.mean().to_string(),
        temperature: thermograph.temperature().to_string(),
        left_stop: store.forms().left_stop(value).to_string(),
        right_stop: store.forms().right_stop(value).to_string(),
        outcome: match store.outcome(value) {
            OutcomeClass::Left => RegionOutcome::Black,
            OutcomeClass::Right => RegionOutcome::White,
            OutcomeClass::Next => RegionOutcome::First,
            OutcomeClass::Previous => RegionOutcome::Second,
        },
        left_wall: wall(thermograph.left_wall()),
        right_wall: wall(thermograph.right_wall()),
    }
}

/// Canonical form of a value, unless it is too long.
fn canonical_form(store: &ValueStore, value: GameValue) -> Option<String> {
    store.format_limited(value, MAX_FORM_CHARS)
}

fn wall(corners: &[WallPoint]) -> Vec<ThermographPoint> {
    let point = |corner: &WallPoint| ThermographPoint {
        temperature: corner.temperature.to_f64(),
        value: corner.value.to_f64(),
    };
    corners.iter().map(point).collect()
}

fn region_moves(store: &ValueStore, moves: &[EquivalentMoves]) -> Vec<RegionMove> {
    let region_move = |local: &EquivalentMoves| {
        Some(RegionMove {
            mv: local.moves.first()?.to_string(),
            count: local.moves.len(),
            option: canonical_form(store, local.remainder),
        })
    };
    let moves = moves.iter().filter_map(region_move);
    moves.take(MAX_MOVES_PER_REGION).collect()
}

/// Winning moves, and whether they are complete.
fn winning_moves(report: &EndgameReport) -> (Option<Vec<WinningMove>>, bool) {
    if report.outcome().winner() != Some(report.to_move) {
        return (None, true);
    }
    match &report.moves {
        MoveReport::Analyzed(choices) => {
            let wins = |choice: &&AnalyzedMove| choice.wins_for(report.to_move);
            let winning_move = |choice: &AnalyzedMove| WinningMove {
                region: region_label(choice.region),
                mv: choice.mv.to_string(),
                ahead: choice.lead.map(|lead| lead.moves.lower),
            };
            let moves = choices.iter().filter(wins).map(winning_move).collect();
            let is_complete = choices.iter().all(|choice| choice.lead.is_some());
            (Some(moves), is_complete)
        }
        MoveReport::Winning(moves, is_complete) => {
            let winning_move = |&(part, mv): &(usize, amazons::Move)| WinningMove {
                region: region_label(part),
                mv: mv.to_string(),
                ahead: None,
            };
            (Some(moves.iter().map(winning_move).collect()), *is_complete)
        }
        MoveReport::Unknown => (None, false),
    }
}

fn best_play_move(
    store: &mut ValueStore,
    report: &EndgameReport,
    played: &endgame::BestPlayMove,
) -> BestPlayMove {
    let region = report.region_index(played.board, played.mv);
    let form = |value: Option<GameValue>| value.and_then(|value| canonical_form(store, value));
    let (before, after) = (form(played.before), form(played.after));
    let text = |number: Dyadic| Some(number.to_string());
    let (reason, temperature, hottest) = match played.reason {
        endgame::MoveReason::OnlyWinningMove => (MoveReason::OnlyWin, None, None),
        endgame::MoveReason::Hottest(temperature) => (MoveReason::Hottest, text(temperature), None),
        endgame::MoveReason::CoolerRegion {
            temperature,
            hottest,
        } => (MoveReason::CoolerRegion, text(temperature), text(hottest)),
        endgame::MoveReason::SmallestLoss => (MoveReason::SmallestLoss, None, None),
        endgame::MoveReason::FillsOwnRegion => (MoveReason::FillsOwnRegion, None, None),
    };
    BestPlayMove {
        side: played.side.into(),
        mv: played.mv.to_string(),
        region: region.map(region_label).unwrap_or_default(),
        before,
        after,
        reason,
        temperature,
        hottest,
        winner: played.lead.winner.into(),
        ahead: played.lead.moves.lower,
    }
}
