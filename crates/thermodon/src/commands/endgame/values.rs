//! `thermodon endgame probe --exact`: canonical forms and thermographs of regions.

use std::io::Write;
use std::sync::Arc;

use amazons::{Color, Region};
use combinatorial::{
    GameValue, OutcomeClass, Player, SumSolver, Thermograph, ValueStore, WallPoint,
};
use endgame::{ValueCalculator, ValueTable};
use plot::{Axis, Figure, Mark, Plot, Point, Series};
use protocol::describe;
use protocol::terminal_board::{self, Highlights};
use serde_json::json;

use super::{ProbeArgs, format_squares};
use crate::commands::write_atomic;

/// Maximum number of empty squares of a region that is computed without a table.
const MAX_EMPTY_WITHOUT_TABLE: u32 = 7;

/// Maximum number of characters of a value in the title of a plot.
const MAX_TITLE_CHARS: usize = 80;

/// A region and its value, unless it is too large.
struct RegionInfo {
    region: Region,
    value: Option<GameValue>,
}

pub(super) fn run(args: &ProbeArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let position = args.position.position()?;
    let table = ValueTable::open(&args.tables.dir()?)?;
    let mut values = ValueCalculator::new(Some(&table));
    let mut regions = Vec::new();
    for region in position.regions() {
        let is_small = region.squares().len() as usize <= table.max_size()
            || region.empty_squares().len() <= MAX_EMPTY_WITHOUT_TABLE;
        let value = if is_small {
            Some(values.value(&region)?)
        } else {
            None
        };
        regions.push(RegionInfo { region, value });
    }
    let store = values.games();
    if let Some(path) = &args.thermographs {
        write_atomic(path, thermographs(store, &regions).to_svg())?;
    }
    let values: Option<Vec<GameValue>> = regions.iter().map(|info| info.value).collect();
    let winners = values.map(|values| {
        let mut sums = SumSolver::default();
        let black_wins = sums.left_wins(store, &values, Player::Left);
        let white_wins = !sums.left_wins(store, &values, Player::Right);
        [
            winner_of(Color::Black, black_wins),
            winner_of(Color::White, white_wins),
        ]
    });
    if args.json {
        let regions: Vec<serde_json::Value> =
            regions.iter().map(|info| to_json(store, info)).collect();
        let name = |index: usize| winners.map(|winners| winners[index].to_string());
        let report = json!({
            "largest": table.max_size(),
            "regions": regions,
            "black_to_move": name(0),
            "white_to_move": name(1),
        });
        writeln!(out, "{report:#}")?;
        return Ok(());
    }
    let board = terminal_board::render(&position, Highlights::default());
    writeln!(out, "{board}")?;
    for info in &regions {
        write_text(store, info, out)?;
    }
    match winners {
        Some(winners) => {
            for (to_move, winner) in Color::ALL.into_iter().zip(winners) {
                let [to_move, winner] = [to_move, winner].map(describe::color_name);
                writeln!(out, "{to_move} to move: {winner} wins")?;
            }
        }
        None => writeln!(
            out,
            "some regions are too large; `thermodon endgame solve` proves who wins"
        )?,
    }
    Ok(())
}

fn winner_of(first_player: Color, wins: bool) -> Color {
    if wins { first_player } else { !first_player }
}

/// Outcome class for JSON.
fn outcome_name(outcome: OutcomeClass) -> &'static str {
    match outcome {
        OutcomeClass::Left => "black",
        OutcomeClass::Right => "white",
        OutcomeClass::Next => "first",
        OutcomeClass::Previous => "second",
    }
}

/// Outcome class as text.
pub(super) fn outcome_text(outcome: OutcomeClass) -> &'static str {
    match outcome {
        OutcomeClass::Left => "Black wins",
        OutcomeClass::Right => "White wins",
        OutcomeClass::Next => "the first player wins",
        OutcomeClass::Previous => "the second player wins",
    }
}

fn write_text(
    store: &mut ValueStore,
    info: &RegionInfo,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let region = &info.region;
    let first = region.squares().first().map(|square| square.to_string());
    let [black, white] = Color::ALL.map(|side| region.amazons(side).len());
    let from = first.unwrap_or_default();
    writeln!(
        out,
        "{} from {from}, {black} black, {white} white",
        format_squares(region.squares().len())
    )?;
    let Some(value) = info.value else {
        writeln!(out, "  too large to compute")?;
        return Ok(());
    };
    let thermograph = store.thermograph(value);
    writeln!(
        out,
        "  value {}: {}",
        store.format(value),
        outcome_text(store.outcome(value))
    )?;
    writeln!(
        out,
        "  mean {}, temperature {}, stops {} and {}",
        thermograph.mean(),
        thermograph.temperature(),
        store.forms().left_stop(value),
        store.forms().right_stop(value)
    )?;
    Ok(())
}

fn to_json(store: &mut ValueStore, info: &RegionInfo) -> serde_json::Value {
    let names = describe::square_names;
    let mut report = json!({
        "squares": names(info.region.squares()),
        "black": names(info.region.amazons(Color::Black)),
        "white": names(info.region.amazons(Color::White)),
        "value": null,
    });
    if let Some(value) = info.value {
        let fields = value_json(store, value);
        for (name, field) in fields.as_object().into_iter().flatten() {
            report[name] = field.clone();
        }
    }
    report
}

/// A value with its outcome class, stops and thermograph.
pub(super) fn value_json(store: &mut ValueStore, value: GameValue) -> serde_json::Value {
    let thermograph = store.thermograph(value);
    let wall = |corners: &[WallPoint]| -> Vec<[String; 2]> {
        let texts = corners
            .iter()
            .map(|corner| [corner.temperature.to_string(), corner.value.to_string()]);
        texts.collect()
    };
    json!({
        "value": store.format(value),
        "outcome": outcome_name(store.outcome(value)),
        "left_stop": store.forms().left_stop(value).to_string(),
        "right_stop": store.forms().right_stop(value).to_string(),
        "mean": thermograph.mean().to_string(),
        "temperature": thermograph.temperature().to_string(),
        "left_wall": wall(thermograph.left_wall()),
        "right_wall": wall(thermograph.right_wall()),
    })
}

/// The thermographs of all contested regions, below each other.
fn thermographs(store: &mut ValueStore, regions: &[RegionInfo]) -> Figure {
    let contested = regions.iter().filter(|info| info.region.is_contested());
    let plots = contested.filter_map(|info| {
        let value = info.value?;
        let first = info.region.squares().first()?;
        let mut title = format!("{first}: {}", store.format(value));
        if title.chars().count() > MAX_TITLE_CHARS {
            title = format!("region from {first}");
        }
        Some(plot_of(title, &store.thermograph(value)))
    });
    Figure {
        plots: plots.collect(),
    }
}

/// Plot of a thermograph. By convention values grow to the left, so they are negated on the axis.
fn plot_of(title: String, thermograph: &Arc<Thermograph>) -> Plot {
    let top = thermograph.temperature().to_f64().max(0.0) * 1.25 + 0.5;
    let walls = [thermograph.left_wall(), thermograph.right_wall()];
    let series = ["Black to move", "White to move"]
        .into_iter()
        .zip(walls)
        .map(|(name, wall)| {
            let corners = wall
                .iter()
                .map(|corner| (-corner.value.to_f64(), corner.temperature.to_f64()));
            let mast = (-thermograph.mean().to_f64(), top);
            Series {
                name: name.to_owned(),
                mark: Mark::Line,
                points: corners
                    .chain([mast])
                    .map(|(x, y)| Point::new(x, y))
                    .collect(),
            }
        });
    let wall_values = || {
        walls
            .into_iter()
            .flatten()
            .map(|corner| corner.value.to_f64())
    };
    let low = wall_values().fold(f64::INFINITY, f64::min).floor() - 1.0;
    let high = wall_values().fold(f64::NEG_INFINITY, f64::max).ceil() + 1.0;
    let step = (((high - low) / 8.0).ceil() as usize).max(1);
    let ticks = (low as i32..=high as i32).step_by(step);
    let ticks = ticks.map(|tick| (-f64::from(tick), tick.to_string()));
    Plot {
        title,
        x: Axis::new("value")
            .with_range(-high, -low)
            .with_ticks(ticks.collect()),
        y: Axis::new("temperature").with_range(0.0, top),
        series: series.collect(),
        reference_lines: Vec::new(),
    }
}
