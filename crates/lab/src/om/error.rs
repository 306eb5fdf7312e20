//! `om/error`: how the gain fades as the model gets wrong, and what the safeguard saves.

use std::collections::BTreeMap;
use std::slice::from_ref;

use engine::RandomNumbers;
use evaluation::Weights;
use plot::{Axis, Figure, Mark, Plot, Point, ReferenceLine, Series};
use serde::{Deserialize, Serialize};

use super::meetings::{
    Player, Tally, Tastes, distorted, foretold, gain, meet, model, opening, score,
};
use crate::experiment::{About, Experiment, Failure, Scale};
use crate::findings::{Cell, Findings, Table};
use crate::intervals::Estimate;

/// The gain against the model's error.
pub struct ModelError;

/// How much is played.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Settings {
    board: String,
    /// How far we look.
    ours: u32,
    /// How far they look.
    theirs: u32,
    opening_plies: usize,
    /// Two games each.
    openings: usize,
    /// How far the model is off, as a deviation of the logarithm of weights.
    errors: Vec<f64>,
    /// Also a model that is right about taste, and wrong about depth: it looks so far.
    wrong_depth: u32,
}

/// Two games each from one opening, with one wrong model.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Meeting {
    trusting: Tally,
    guarded: Tally,
    alpha_beta: Tally,
}

impl Experiment for ModelError {
    const ABOUT: About = About {
        id: "om/error",
        title: "A model that is wrong",
        paper: "beyond the paper, whose models are exact",
        shows: "How the gain over alpha-beta fades as the model's weights get wrong, by the share of replies that are still \
                foretold; and what is left to lose with the safeguard that drops a model that does not fit.",
    };
    type Settings = Settings;
    type Unit = Meeting;

    fn settings(&self, scale: Scale) -> Settings {
        let (openings, errors) = match scale {
            Scale::Small => (4, vec![0.0, 1.0]),
            Scale::Paper => (200, vec![0.0, 0.1, 0.3, 1.0, 3.0]),
        };
        Settings {
            board: "6x6".to_owned(),
            ours: 2,
            theirs: 2,
            opening_plies: 4,
            openings,
            errors,
            wrong_depth: 1,
        }
    }

    fn units(&self, settings: &Settings) -> usize {
        settings.openings * (settings.errors.len() + 1)
    }

    fn measure(
        &self,
        settings: &Settings,
        index: usize,
        mut numbers: RandomNumbers,
    ) -> Result<Meeting, Failure> {
        let start = opening(&settings.board, settings.opening_plies, &mut numbers)?;
        let tastes = Tastes::new()?;
        let truth = Weights::default();
        let model = match settings.errors.get(index % (settings.errors.len() + 1)) {
            Some(&error) => {
                let wrong = distorted(&truth, error, &mut numbers);
                model(settings.theirs, &tastes.keep("model", &wrong)?)
            }
            None => model(settings.wrong_depth, ""),
        };
        let them = Player::alpha_beta(settings.theirs, "");
        let knowing = |is_guarded| Player::knowing(settings.ours, from_ref(&model), is_guarded);
        Ok(Meeting {
            trusting: meet(&start, &knowing(false), &them)?,
            guarded: meet(&start, &knowing(true), &them)?,
            alpha_beta: meet(&start, &Player::alpha_beta(settings.ours, ""), &them)?,
        })
    }

    fn findings(&self, settings: &Settings, units: &BTreeMap<usize, Meeting>) -> Findings {
        let mut table = Table::new(
            "With a wrong model: points of a hundred",
            &[
                "model",
                "openings",
                "foretold",
                "alpha-beta",
                "trusting",
                "gain",
                "with safeguard",
                "safe gain",
            ],
            "Two games an opening, with either colour; gains are over alpha-beta of the same depth and evaluation, opening by \
             opening. Foretold: the share of replies that the trusting player expected. Intervals of 95 %.",
        );
        let mut curves = [Vec::new(), Vec::new()];
        let kinds = settings.errors.len() + 1;
        for place in 0..kinds {
            let of = |which: fn(&Meeting) -> Tally| -> Vec<Tally> {
                let own = units.iter().filter(|(index, _)| *index % kinds == place);
                own.map(|(_, meeting)| which(meeting)).collect()
            };
            let (trusting, guarded) = (of(|one| one.trusting), of(|one| one.guarded));
            let alpha_beta = of(|one| one.alpha_beta);
            let right = foretold(&trusting);
            let gains = [gain(&trusting, &alpha_beta), gain(&guarded, &alpha_beta)];
            let name = match settings.errors.get(place) {
                Some(error) => format!("weights off by {error}"),
                None => format!("looks {} plies", settings.wrong_depth),
            };
            table.rows.push(vec![
                Cell::Text(name),
                Cell::Count(trusting.len() as u64),
                Cell::measured(right, 1),
                Cell::measured(score(&alpha_beta), 1),
                Cell::measured(score(&trusting), 1),
                Cell::measured(gains[0], 1),
                Cell::measured(score(&guarded), 1),
                Cell::measured(gains[1], 1),
            ]);
            if let Some(right) = right
                && place < settings.errors.len()
            {
                for (curve, gain) in curves.iter_mut().zip(gains) {
                    curve.extend(gain.map(|gain| place_at(right.value, gain)));
                }
            }
        }
        Findings {
            tables: vec![table],
            figures: vec![("gain".to_owned(), figure(curves))],
        }
    }
}

fn place_at(x: f64, estimate: Estimate) -> Point {
    Point::with_interval(x, estimate.value, estimate.low, estimate.high)
}

fn figure([trusting, guarded]: [Vec<Point>; 2]) -> Figure {
    let line = |name: &str, mut places: Vec<Point>| {
        places.sort_by(|one, other| one.x.total_cmp(&other.x));
        Series {
            name: name.to_owned(),
            mark: Mark::Line,
            points: places,
        }
    };
    Figure::new(Plot {
        title: "What a model gains, by how often it is right".to_owned(),
        x: Axis::new("replies that were foretold, %"),
        y: Axis::new("gain over alpha-beta, points of 100"),
        series: vec![line("trusting", trusting), line("with safeguard", guarded)],
        reference_lines: vec![ReferenceLine {
            y: 0.0,
            label: "alpha-beta".to_owned(),
        }],
    })
}
