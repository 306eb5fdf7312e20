//! `om/mixture`: the opponent is one of several, and nobody says which.

use std::collections::BTreeMap;

use engine::RandomNumbers;
use evaluation::Weights;
use serde::{Deserialize, Serialize};

use super::meetings::{
    Player, Tally, Tastes, distorted, foretold, gain, meet, model, opening, score,
};
use crate::experiment::{About, Experiment, Failure, Scale};
use crate::findings::{Cell, Findings, Table};

/// Mixtures of models.
pub struct Mixture;

/// How much is played.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Settings {
    board: String,
    /// How far everybody looks.
    plies: u32,
    opening_plies: usize,
    /// Two games each.
    openings: usize,
    /// How many the opponent may be.
    opponents: usize,
    /// How much their tastes differ from ours, as a deviation of the logarithm of weights.
    taste: f64,
}

/// Two games each from one opening.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Meeting {
    /// Plays alpha-beta.
    alpha_beta: Tally,
    /// Believes in one of them, who is seldom the one.
    guessing: Tally,
    /// Believes in a mixture, and learns.
    mixed: Tally,
    /// Knows.
    knowing: Tally,
}

impl Experiment for Mixture {
    const ABOUT: About = About {
        id: "om/mixture",
        title: "One of several opponents",
        paper: "beyond the paper: probabilistic opponent-model search (PrOM)",
        shows: "The opponent is one of a few that are known, drawn for each opening. What a mixture of models gains that learns \
                from replies, between believing in one of them at random and knowing who it is.",
    };
    type Settings = Settings;
    type Unit = Meeting;

    fn settings(&self, scale: Scale) -> Settings {
        Settings {
            board: "6x6".to_owned(),
            plies: 2,
            opening_plies: 4,
            openings: match scale {
                Scale::Small => 4,
                Scale::Paper => 200,
            },
            opponents: 3,
            taste: 0.5,
        }
    }

    fn units(&self, settings: &Settings) -> usize {
        settings.openings
    }

    fn measure(
        &self,
        settings: &Settings,
        _: usize,
        mut numbers: RandomNumbers,
    ) -> Result<Meeting, Failure> {
        let start = opening(&settings.board, settings.opening_plies, &mut numbers)?;
        let tastes = Tastes::new()?;
        let files = (0..settings.opponents.max(1))
            .map(|number| {
                let weights = distorted(&Weights::default(), settings.taste, &mut numbers);
                tastes.keep(&format!("opponent-{number}"), &weights)
            })
            .collect::<Result<Vec<_>, _>>()?;
        let models: Vec<String> = files
            .iter()
            .map(|file| model(settings.plies, file))
            .collect();
        // Whoever comes first in a list must not be the one.
        let truth = numbers.below(files.len());
        let guess = numbers.below(files.len());
        let them = Player::alpha_beta(settings.plies, &files[truth]);
        let knowing = |models: &[String]| Player::knowing(settings.plies, models, false);
        Ok(Meeting {
            alpha_beta: meet(&start, &Player::alpha_beta(settings.plies, ""), &them)?,
            guessing: meet(&start, &knowing(&models[guess..=guess]), &them)?,
            mixed: meet(&start, &knowing(&models), &them)?,
            knowing: meet(&start, &knowing(&models[truth..=truth]), &them)?,
        })
    }

    fn findings(&self, settings: &Settings, units: &BTreeMap<usize, Meeting>) -> Findings {
        let mut table = Table::new(
            &format!(
                "Against one of {} opponents on {}: points of a hundred",
                settings.opponents, settings.board
            ),
            &["player", "openings", "score", "gain", "foretold"],
            "Two games an opening, with either colour; the gain is that over alpha-beta, opening by opening. Foretold: for the \
             mixture, by its likeliest model. Intervals of 95 %.",
        );
        let of =
            |which: fn(&Meeting) -> Tally| -> Vec<Tally> { units.values().map(which).collect() };
        let base = of(|one| one.alpha_beta);
        for (name, tallies) in [
            ("alpha-beta", base.clone()),
            ("one model, drawn at random", of(|one| one.guessing)),
            ("a mixture of all, learning", of(|one| one.mixed)),
            ("the right model", of(|one| one.knowing)),
        ] {
            table.rows.push(vec![
                Cell::from(name),
                Cell::Count(tallies.len() as u64),
                Cell::measured(score(&tallies), 1),
                Cell::measured(gain(&tallies, &base), 1),
                Cell::measured(foretold(&tallies), 1),
            ]);
        }
        Findings {
            tables: vec![table],
            figures: Vec::new(),
        }
    }
}
