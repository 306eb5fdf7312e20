//! `thermodon endgame probe --exact`: regions as combinatorial games.

use std::io::Write;
use std::sync::Arc;

use amazons::{Color, Region};
use anyhow::Context;
use combinatorial::{Corner, Games, Outcome, Sums, Thermograph, Value};
use endgame::{ValueCalculator, ValueTable};
use plot::{Axis, Figure, Mark, Plot, Point, Series};
use serde_json::json;

use crate::commands::{input, write_whole};
use crate::drawing;
use crate::wording;

use super::Probe;

/// Empty squares up to which a region that no table has is worked out while one waits.
const FEW: u32 = 7;

/// A region and what it is worth.
struct Known {
    region: Region,
    value: Option<Value>,
}

pub(super) fn run(options: &Probe, out: &mut dyn Write) -> anyhow::Result<()> {
    let game = input::game(&options.input, 1)?;
    let positions = game.positions();
    let ply = options.ply.unwrap_or(positions.len() - 1);
    let position = positions
        .get(ply)
        .with_context(|| format!("the game has {} moves, not {ply}", positions.len() - 1))?;
    let table = ValueTable::open(&options.place.folder()?)?;
    let mut values = ValueCalculator::with_table(&table);
    let mut regions = Vec::new();
    for region in position.regions() {
        let is_small = region.squares().len() as usize <= table.max_size()
            || region.empty_squares().len() <= FEW;
        let value = if is_small {
            Some(values.value(&region)?)
        } else {
            None
        };
        regions.push(Known { region, value });
    }
    let games = values.games();
    if let Some(path) = &options.thermographs {
        let figure = draw(games, &regions);
        write_whole(path, &figure.to_svg())
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    let all: Option<Vec<Value>> = regions.iter().map(|known| known.value).collect();
    let winners = all.map(|all| {
        let mut sums = Sums::default();
        let black = sums.first_wins(games, &all);
        let white = !sums.second_wins(games, &all);
        [winner(Color::Black, black), winner(Color::White, white)]
    });
    if options.json {
        let regions: Vec<serde_json::Value> =
            regions.iter().map(|known| to_json(games, known)).collect();
        let name =
            |place: usize| winners.map(|winners| wording::side(winners[place]).to_lowercase());
        let report = json!({
            "largest": table.max_size(),
            "regions": regions,
            "black_to_move": name(0),
            "white_to_move": name(1),
        });
        writeln!(out, "{report:#}")?;
        return Ok(());
    }
    writeln!(
        out,
        "{}",
        drawing::for_terminal(position, drawing::Marks::default())
    )?;
    for known in &regions {
        write_text(games, known, out)?;
    }
    match winners {
        Some(winners) => {
            for (first, winner) in Color::ALL.into_iter().zip(winners) {
                let (first, winner) = (wording::side(first), wording::side(winner));
                writeln!(out, "{first} to move: {winner} wins")?;
            }
        }
        None => writeln!(
            out,
            "`thermodon solve` finds out who wins the larger regions"
        )?,
    }
    Ok(())
}

fn winner(first: Color, wins: bool) -> Color {
    if wins { first } else { !first }
}

/// Who wins a value, for programs.
fn name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Left => "black",
        Outcome::Right => "white",
        Outcome::First => "first",
        Outcome::Second => "second",
    }
}

/// Who wins a value, as half a sentence.
pub(super) fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Left => "Black wins",
        Outcome::Right => "White wins",
        Outcome::First => "who begins wins",
        Outcome::Second => "who begins loses",
    }
}

fn write_text(games: &mut Games, known: &Known, out: &mut dyn Write) -> anyhow::Result<()> {
    let region = &known.region;
    let first = region.squares().first().map(|square| square.to_string());
    let squares = region.squares().len();
    let [black, white] = Color::ALL.map(|side| region.amazons(side).len());
    let from = first.unwrap_or_default();
    let plural = if squares == 1 { "square" } else { "squares" };
    writeln!(
        out,
        "{squares} {plural} from {from}, {black} black, {white} white"
    )?;
    let Some(value) = known.value else {
        writeln!(out, "  too large to be worked out here")?;
        return Ok(());
    };
    let thermograph = games.thermograph(value);
    writeln!(
        out,
        "  value {}: {}",
        games.show(value),
        outcome(games.outcome(value))
    )?;
    writeln!(
        out,
        "  mean {}, temperature {}, stops {} and {}",
        thermograph.mean(),
        thermograph.temperature(),
        games.forms().left_stop(value),
        games.forms().right_stop(value)
    )?;
    Ok(())
}

fn to_json(games: &mut Games, known: &Known) -> serde_json::Value {
    let names = |set: amazons::SquareSet| -> Vec<String> {
        set.iter().map(|square| square.to_string()).collect()
    };
    let mut report = json!({
        "squares": names(known.region.squares()),
        "black": names(known.region.amazons(Color::Black)),
        "white": names(known.region.amazons(Color::White)),
        "value": null,
    });
    if let Some(value) = known.value
        && let (Some(report), serde_json::Value::Object(fields)) =
            (report.as_object_mut(), value_json(games, value))
    {
        report.extend(fields);
    }
    report
}

/// All that is known of a value, for programs.
pub(super) fn value_json(games: &mut Games, value: Value) -> serde_json::Value {
    let thermograph = games.thermograph(value);
    let wall = |corners: &[Corner]| -> Vec<[String; 2]> {
        let texts = corners
            .iter()
            .map(|corner| [corner.tax.to_string(), corner.worth.to_string()]);
        texts.collect()
    };
    json!({
        "value": games.show(value),
        "outcome": name(games.outcome(value)),
        "left_stop": games.forms().left_stop(value).to_string(),
        "right_stop": games.forms().right_stop(value).to_string(),
        "mean": thermograph.mean().to_string(),
        "temperature": thermograph.temperature().to_string(),
        "left_wall": wall(thermograph.left_wall()),
        "right_wall": wall(thermograph.right_wall()),
    })
}

/// The thermographs below each other. By custom numbers grow to the left, so they are drawn negated and labelled as they are.
fn draw(games: &mut Games, regions: &[Known]) -> Figure {
    let contested = regions.iter().filter(|known| known.region.is_contested());
    let plots = contested.filter_map(|known| {
        let value = known.value?;
        let first = known.region.squares().first()?;
        let mut title = format!("{first}: {}", games.show(value));
        if title.chars().count() > 80 {
            title = format!("the region from {first}");
        }
        Some(plot_of(title, &games.thermograph(value)))
    });
    Figure {
        plots: plots.collect(),
    }
}

fn plot_of(title: String, thermograph: &Arc<Thermograph>) -> Plot {
    let top = thermograph.temperature().to_f64().max(0.0) * 1.25 + 0.5;
    let walls = [thermograph.left_wall(), thermograph.right_wall()];
    let series = ["Black begins", "White begins"]
        .into_iter()
        .zip(walls)
        .map(|(name, wall)| {
            let corners = wall
                .iter()
                .map(|corner| (-corner.worth.to_f64(), corner.tax.to_f64()));
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
    let worths = || {
        walls
            .into_iter()
            .flatten()
            .map(|corner| corner.worth.to_f64())
    };
    let low = worths().fold(f64::INFINITY, f64::min).floor() - 1.0;
    let high = worths().fold(f64::NEG_INFINITY, f64::max).ceil() + 1.0;
    let step = (((high - low) / 8.0).ceil() as usize).max(1);
    let ticks = (low as i32..=high as i32).step_by(step);
    let ticks = ticks.map(|tick| (-f64::from(tick), tick.to_string()));
    Plot {
        title,
        x: Axis::new("worth")
            .with_range(-high, -low)
            .with_ticks(ticks.collect()),
        y: Axis::new("tax").with_range(0.0, top),
        series: series.collect(),
        reference_lines: Vec::new(),
    }
}
