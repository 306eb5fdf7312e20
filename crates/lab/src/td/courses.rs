//! Courses that a unit holds, and the weights that are left of them.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use evaluation::Weights;
use learning::{Course, PlaySettings, Settings};
use plot::{Axis, Mark, Plot, Point, Series};
use serde::{Deserialize, Serialize};

use crate::experiment::Failure;

/// Where courses are kept, unless a setting says otherwise.
pub(super) const FOLDER: &str = "lab-results/td/courses";

/// The positions that a search looks at for a move.
pub(super) const NODES: u64 = 50;

/// What a course has left.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Learned {
    /// The names of the numbers.
    pub(super) names: Vec<String>,
    /// After how many games, and the numbers.
    pub(super) curve: Vec<(u32, Vec<f64>)>,
    /// How many plies the games had, on average.
    pub(super) plies: f64,
}

impl Learned {
    /// The numbers at the end.
    pub(super) fn numbers(&self) -> &[f64] {
        self.curve.last().map_or(&[], |(_, numbers)| numbers)
    }
}

/// A course as the paper held it, but for the search.
pub(super) fn course(games: u32, seed: u64) -> Settings {
    Settings {
        games,
        seed,
        // Every game is played with what was learned from all before it, as in the paper.
        lag: 1,
        play: PlaySettings {
            nodes: Some(NODES),
            ..PlaySettings::default()
        },
        ..Settings::default()
    }
}

/// Where a course of that name is kept.
pub(super) fn place(folder: &str, name: &str) -> PathBuf {
    Path::new(folder).join(name)
}

/// Holds a course, or what is left of it.
pub(super) fn hold(folder: &Path, settings: &Settings) -> Result<Learned, Failure> {
    let mut course = Course::open(folder, settings)?;
    let mut plies = 0.0;
    course.run(1, &AtomicBool::new(false), &mut |progress| {
        plies = progress.plies as f64 / f64::from(progress.games.max(1));
    })?;
    let curve = course.curve();
    Ok(Learned {
        names: curve.names.clone(),
        curve: curve.points.clone(),
        plies,
    })
}

/// The weights that a course has left.
pub(super) fn weights_of(folder: &str, name: &str, who_learns: &str) -> Result<Weights, Failure> {
    let file = place(folder, name).join("weights.txt");
    let trouble = |error: String| {
        let file = file.display();
        format!(
            "the weights cannot be read: {file}: {error} (`lab run {who_learns}` learns them; --set \
             courses=FOLDER says where they are)"
        )
    };
    let text = std::fs::read_to_string(&file).map_err(|error| trouble(error.to_string()))?;
    Ok(text
        .parse()
        .map_err(|error: evaluation::WeightsError| trouble(error.to_string()))?)
}

/// The numbers of a course over its games: those of king's distance in a plot of their own, since nine lines are too
/// many for the eye.
pub(super) fn curves(title: &str, learned: &Learned) -> [Plot; 2] {
    let series = |is_king: bool| {
        let names = learned.names.iter().enumerate();
        let own = names.filter(move |(_, name)| name.starts_with("king") == is_king);
        let line = |(index, name): (usize, &String)| Series {
            name: name.clone(),
            mark: Mark::Line,
            points: learned
                .curve
                .iter()
                .map(|(games, numbers)| Point::new(f64::from(*games), numbers[index]))
                .collect(),
        };
        own.map(line).collect()
    };
    let plot = |what: &str, is_king: bool| Plot {
        title: format!("{title}: {what}"),
        x: Axis::new("games"),
        y: Axis::new("weight"),
        series: series(is_king),
        reference_lines: Vec::new(),
    };
    [
        plot("queen's distance and domain", false),
        plot("king's distance", true),
    ]
}
