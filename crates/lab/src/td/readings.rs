//! `td/readings`: what becomes of the nine weights if the paper is read otherwise, or its division left out.

use std::collections::BTreeMap;

use engine::RandomNumbers;
use evaluation::paper::{TYPE_NAMES, TYPE_TERMS};
use learning::differences::Last;
use learning::{Form, Settings as Course};
use plot::Figure;
use serde::{Deserialize, Serialize};

use super::PAPER;
use super::courses::{FOLDER, Learned, course, curves, hold, place};
use crate::experiment::{About, Experiment, Failure, Scale};
use crate::findings::{Cell, Findings, Table};

/// The experiment.
pub struct Readings;

/// How the courses are held.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// Where they are kept.
    courses: String,
    games: u32,
}

/// A way to read the paper.
struct Reading {
    /// The folder of its course.
    name: &'static str,
    says: &'static str,
    change: fn(&mut Course),
}

const READINGS: [Reading; 7] = [
    Reading {
        name: "as-read",
        says: "as td/weights reads it",
        change: |_| {},
    },
    Reading {
        name: "even-fall",
        says: "the learning rate falls evenly to nothing",
        change: |course| course.half_after = None,
    },
    Reading {
        name: "to-the-end",
        says: "decided games are played to their last move",
        change: |course| course.play.to_the_end = true,
    },
    Reading {
        name: "no-ties",
        says: "squares equally near to both are nobody's",
        change: |course| course.form = Form::NoTies,
    },
    Reading {
        name: "no-result",
        says: "the last P is an evaluation, not the result",
        change: |course| course.differences.last = Last::Evaluation,
    },
    Reading {
        name: "undivided",
        says: "no division in equation 4",
        change: |course| course.form = Form::Undivided,
    },
    Reading {
        name: "undivided-wide",
        says: "no division, and ω 50 instead of 1",
        change: |course| {
            course.form = Form::Undivided;
            course.differences.omega = 50.0;
        },
    },
];

impl Experiment for Readings {
    const ABOUT: About = About {
        id: "td/readings",
        title: "The nine weights if the paper is read otherwise",
        paper: PAPER,
        shows: "The course of td/weights with one thing changed: what the paper leaves open, and its division by the squares \
                that somebody reaches, without which, it says, nothing was learned well.",
    };

    type Settings = Settings;
    type Unit = Learned;

    fn settings(&self, scale: Scale) -> Settings {
        let (name, games) = match scale {
            Scale::Small => ("small", 100),
            Scale::Paper => ("paper", 3_000),
        };
        Settings {
            courses: format!("{FOLDER}/{name}/readings"),
            games,
        }
    }

    fn units(&self, _: &Settings) -> usize {
        READINGS.len()
    }

    fn measure(
        &self,
        settings: &Settings,
        index: usize,
        _: RandomNumbers,
    ) -> Result<Learned, Failure> {
        let reading = READINGS.get(index).ok_or("there is no such reading")?;
        // The same random numbers for all, so that the readings are all that differs.
        let mut course = course(settings.games, 1);
        course.half_after = Some(250);
        (reading.change)(&mut course);
        hold(&place(&settings.courses, reading.name), &course)
    }

    fn findings(&self, settings: &Settings, units: &BTreeMap<usize, Learned>) -> Findings {
        let columns = [&["reading"], &TYPE_NAMES[..], &["plies"]].concat();
        let mut table = Table::new(
            "Weights by reading",
            &columns,
            &format!(
                "After {} games each. Without the division a weight is for a square, not for all; all begin with 1.",
                plot::format_number(settings.games.into(), 0)
            ),
        );
        let mut plots = Vec::new();
        for (&index, learned) in units {
            let reading = &READINGS[index];
            let mut row = vec![Cell::Text(format!("{}: {}", reading.name, reading.says))];
            for term in TYPE_TERMS {
                let place = learned.names.iter().position(|name| name == term.name());
                let number = place.and_then(|place| learned.numbers().get(place));
                row.push(number.map_or(Cell::Unknown, |number| Cell::Text(format!("{number:.3}"))));
            }
            row.push(Cell::Text(format!("{:.1}", learned.plies)));
            table.rows.push(row);
            plots.extend(curves(reading.says, learned));
        }
        Findings {
            tables: vec![table],
            figures: vec![("readings".to_owned(), Figure { plots })],
        }
    }
}
