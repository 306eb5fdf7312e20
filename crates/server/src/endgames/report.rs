//! An account of an endgame as the page is told it.

use amazons::{Color, Game, Position};
use combinatorial::{Corner, Games, Number, Outcome, Value};
use endgame::{
    AnalyzedMove, AnalyzedRegion, BestPlayMove, EndgameReport, EquivalentMoves, ExactAnalyzer,
    MoveReason, MoveReport, OutcomeForFirstPlayer, RegionValue, TableError, region_label,
};

use crate::dto::endgame::{
    Certainty, Endgame, EndgameRegion, ExactWorth, PlayReason, PlayedMove, RegionMove,
    RegionOutcome, Standing, WallCorner, WinningMove, WorthSource,
};
use crate::dto::position::names;
use crate::dto::side::Chances;
use crate::overlays::opinion;

/// So many different best moves are told of each region and player.
const MOST_MOVES: usize = 3;

/// Letters up to which a value is written out.
const LONGEST_FORM: usize = 2_000;

/// Everything.
///
/// # Errors
/// If the table is damaged.
pub(super) fn report(
    reckoner: &mut ExactAnalyzer,
    account: &EndgameReport,
) -> Result<Endgame, TableError> {
    let position = &account.boards[0];
    let certainty = certainty(reckoner, account);
    let [black, white] = account.outcomes;
    let (own, other) = match account.first {
        Color::Black => (black, white),
        Color::White => (white, black),
    };
    let parts = account.regions.iter().enumerate();
    let regions = parts
        .map(|(place, part)| region(reckoner, region_label(place), part))
        .collect::<Result<_, _>>()?;
    let games = reckoner.games();
    let (winning_moves, winning_moves_complete) = winning_moves(account);
    Ok(Endgame {
        fen: position.to_text(),
        to_move: account.first.into(),
        regions,
        hottest: account.hottest.map(region_label),
        standing: standing(position, own, certainty),
        otherwise: standing(&position.with_to_move(!account.first), other, certainty),
        winning_moves,
        winning_moves_complete,
        moves: position.move_count(),
        play: account
            .best_play
            .iter()
            .map(|one| played(games, account, one))
            .collect(),
        played_out: account.is_complete,
    })
}

/// How far what follows from the values can be trusted, if anything does.
fn certainty(reckoner: &ExactAnalyzer, account: &EndgameReport) -> Certainty {
    if account.has_bounded_region() {
        return Certainty::Bounds;
    }
    let mut contested = account
        .regions
        .iter()
        .filter(|part| part.region.is_contested());
    match contested.all(|part| reckoner.is_in_table(part)) {
        true if account
            .regions
            .iter()
            .any(|part| part.region.is_contested()) =>
        {
            Certainty::Table
        }
        _ => Certainty::Values,
    }
}

fn standing(position: &Position, outlook: OutcomeForFirstPlayer, certainty: Certainty) -> Standing {
    let proved = |certainty, winner: Color| Standing {
        certainty,
        winner: winner.into(),
        least: None,
        most: None,
        chances: Chances::of(winner, 1.0),
        margin: None,
    };
    match outlook {
        OutcomeForFirstPlayer::Lead(lead) => Standing {
            least: Some(lead.moves.least),
            most: Some(lead.moves.most),
            ..proved(certainty, lead.winner)
        },
        OutcomeForFirstPlayer::Winner(winner) => proved(Certainty::Search, winner),
        OutcomeForFirstPlayer::Unknown => {
            let (chances, margin) = opinion(position);
            let winner = match chances.black >= chances.white {
                true => Color::Black,
                false => Color::White,
            };
            Standing {
                chances,
                margin: Some(margin),
                ..proved(Certainty::Estimate, winner)
            }
        }
    }
}

fn region(
    reckoner: &mut ExactAnalyzer,
    name: String,
    part: &AnalyzedRegion,
) -> Result<EndgameRegion, TableError> {
    let region = &part.region;
    let owner = region.owner();
    let source = match part.value {
        RegionValue::Bounded { .. } => WorthSource::Bounds,
        RegionValue::Exact(_) if owner.is_some() => WorthSource::Counted,
        RegionValue::Exact(_) if reckoner.is_in_table(part) => WorthSource::Table,
        RegionValue::Exact(_) => WorthSource::WorkedOut,
    };
    let [black_moves, white_moves] = match owner {
        // How to fill what is one's own is no question of where to move first.
        Some(_) => [Vec::new(), Vec::new()],
        None => [
            reckoner.best_local_moves(part, Color::Black)?,
            reckoner.best_local_moves(part, Color::White)?,
        ],
    };
    let games = reckoner.games();
    let (least, most) = match part.value {
        RegionValue::Bounded {
            lower: least,
            upper: most,
        } => (f64::from(least), f64::from(most)),
        RegionValue::Exact(value) => (
            games.forms().right_stop(value).to_f64(),
            games.forms().left_stop(value).to_f64(),
        ),
    };
    Ok(EndgameRegion {
        name,
        squares: names(region.squares()),
        black: names(region.amazons(Color::Black)),
        white: names(region.amazons(Color::White)),
        owner: owner.map(Into::into),
        source,
        least: least.min(most),
        most: most.max(least),
        value: part.value.exact().map(|value| exact(games, value)),
        black_moves: region_moves(games, &black_moves),
        white_moves: region_moves(games, &white_moves),
    })
}

fn exact(games: &mut Games, value: Value) -> ExactWorth {
    let thermograph = games.thermograph(value);
    ExactWorth {
        form: shown(games, value),
        mean: thermograph.mean().to_string(),
        temperature: thermograph.temperature().to_string(),
        left_stop: games.forms().left_stop(value).to_string(),
        right_stop: games.forms().right_stop(value).to_string(),
        outcome: match games.outcome(value) {
            Outcome::Left => RegionOutcome::Black,
            Outcome::Right => RegionOutcome::White,
            Outcome::First => RegionOutcome::First,
            Outcome::Second => RegionOutcome::Second,
        },
        left_wall: wall(thermograph.left_wall()),
        right_wall: wall(thermograph.right_wall()),
    }
}

/// A value in the usual notation, unless that is longer than anybody reads.
fn shown(games: &Games, value: Value) -> Option<String> {
    games.show_within(value, LONGEST_FORM)
}

fn wall(corners: &[Corner]) -> Vec<WallCorner> {
    let corner = |corner: &Corner| WallCorner {
        tax: corner.tax.to_f64(),
        worth: corner.worth.to_f64(),
    };
    corners.iter().map(corner).collect()
}

fn region_moves(games: &Games, moves: &[EquivalentMoves]) -> Vec<RegionMove> {
    let one = |local: &EquivalentMoves| {
        Some(RegionMove {
            mv: local.moves.first()?.to_string(),
            count: local.moves.len(),
            left: shown(games, local.remainder),
        })
    };
    moves.iter().filter_map(one).take(MOST_MOVES).collect()
}

/// The moves that keep the win, and whether these are all.
fn winning_moves(account: &EndgameReport) -> (Option<Vec<WinningMove>>, bool) {
    if account.outcome().winner() != Some(account.first) {
        return (None, true);
    }
    match &account.moves {
        MoveReport::Analyzed(choices) => {
            let wins = |choice: &&AnalyzedMove| choice.wins_for(account.first);
            let one = |choice: &AnalyzedMove| WinningMove {
                region: region_label(choice.region),
                mv: choice.mv.to_string(),
                ahead: choice.lead.map(|lead| lead.moves.least),
            };
            let moves = choices.iter().filter(wins).map(one).collect();
            let is_complete = choices.iter().all(|choice| choice.lead.is_some());
            (Some(moves), is_complete)
        }
        MoveReport::Winning(moves, is_complete) => {
            let one = |&(part, mv): &(usize, amazons::Move)| WinningMove {
                region: region_label(part),
                mv: mv.to_string(),
                ahead: None,
            };
            (Some(moves.iter().map(one).collect()), *is_complete)
        }
        MoveReport::Unknown => (None, false),
    }
}

fn played(games: &mut Games, account: &EndgameReport, played: &BestPlayMove) -> PlayedMove {
    let region = account.region_index(played.board, played.mv);
    let text = |value: Option<Value>| value.and_then(|value| shown(games, value));
    let (before, after) = (text(played.before), text(played.after));
    let exactly = |number: Number| Some(number.to_string());
    let (reason, temperature, hottest) = match played.reason {
        MoveReason::OnlyWinningMove => (PlayReason::OnlyWin, None, None),
        MoveReason::Hottest(temperature) => (PlayReason::Hottest, exactly(temperature), None),
        MoveReason::CoolerRegion {
            temperature,
            hottest,
        } => (PlayReason::Cooler, exactly(temperature), exactly(hottest)),
        MoveReason::SmallestLoss => (PlayReason::LeastCost, None, None),
        MoveReason::FillsOwnRegion => (PlayReason::Fills, None, None),
    };
    PlayedMove {
        side: played.side.into(),
        mv: played.mv.to_string(),
        region: region.map(region_label).unwrap_or_default(),
        before,
        after,
        reason,
        temperature,
        hottest,
        winner: played.lead.winner.into(),
        ahead: played.lead.moves.least,
    }
}
