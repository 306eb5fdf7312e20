//! `om/amazons`, `om/boards` and `om/depths`: what it gains to know exactly whom one plays, by board, taste and depths.

use std::collections::BTreeMap;

use engine::RandomNumbers;
use evaluation::Weights;
use serde::{Deserialize, Serialize};

use super::meetings::{
    Player, Tally, Tastes, distorted, foretold, gain, meet, model, opening, score,
};
use crate::experiment::{About, Experiment, Failure, Scale};
use crate::findings::{Cell, Findings, Table};

/// The gain over alpha-beta with the same evaluation.
pub struct ExactModel<A>(pub A);

/// How much is played.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// For each arrangement; two games each.
    openings: usize,
    opening_plies: usize,
    arrangements: Vec<Arrangement>,
}

/// Who meets whom.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Arrangement {
    board: String,
    /// How far we look.
    ours: u32,
    /// How far they look.
    theirs: u32,
    /// How much their taste differs from ours, as a deviation of the logarithm of weights.
    taste: f64,
}

/// Two games each from one opening.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Meeting {
    knowing: Tally,
    /// Alpha-beta of the same depth and evaluation.
    equal: Tally,
    /// Alpha-beta one ply deeper.
    deeper: Tally,
}

/// Which arrangements belong together.
pub trait Arranged: Sync + 'static {
    /// What it is.
    const ABOUT: About;

    /// Board, our plies, their plies and their taste.
    const ARRANGEMENTS: &'static [(&'static str, u32, u32, f64)];
}

/// The same depth.
pub struct EqualDepths;

/// The same depth, where games take longer.
pub struct LargerBoards;

/// Different depths: (D, d)-OM-search.
pub struct UnequalDepths;

impl Arranged for EqualDepths {
    const ABOUT: About = About {
        id: "om/amazons",
        title: "Knowing exactly whom one plays, in Amazons",
        paper: "Tokuda and others, section 5.2: in Shogi, with the same depth and an exact model, 19 wins and 1 loss \
                against alpha-beta",
        shows: "What opponent-model search gains over alpha-beta with the same evaluation and depth, against an opponent whose \
                every reply it foretells; for an opponent with our taste and for one with another.",
    };
    const ARRANGEMENTS: &'static [(&'static str, u32, u32, f64)] =
        &[("6x6", 2, 2, 0.0), ("6x6", 2, 2, 0.5)];
}

impl Arranged for LargerBoards {
    const ABOUT: About = About {
        id: "om/boards",
        title: "Knowing exactly whom one plays, on larger boards and deeper",
        paper: EqualDepths::ABOUT.paper,
        shows: "As om/amazons, where a game takes longer.",
    };
    const ARRANGEMENTS: &'static [(&'static str, u32, u32, f64)] =
        &[("8x8", 2, 2, 0.0), ("10x10", 2, 2, 0.0), ("6x6", 3, 3, 0.0)];
}

impl Arranged for UnequalDepths {
    const ABOUT: About = About {
        id: "om/depths",
        title: "Knowing somebody who looks less far, or farther",
        paper: "beyond the paper, where both look equally far",
        shows: "As om/amazons, with our depth and the opponent's in all combinations that are affordable.",
    };
    const ARRANGEMENTS: &'static [(&'static str, u32, u32, f64)] = &[
        ("6x6", 2, 1, 0.0),
        ("6x6", 2, 3, 0.0),
        ("6x6", 3, 1, 0.0),
        ("6x6", 3, 2, 0.0),
        ("6x6", 4, 1, 0.0),
    ];
}

impl<A: Arranged> Experiment for ExactModel<A> {
    const ABOUT: About = A::ABOUT;
    type Settings = Settings;
    type Unit = Meeting;

    fn settings(&self, scale: Scale) -> Settings {
        let (openings, arrangements) = match scale {
            Scale::Small => (4, &A::ARRANGEMENTS[..2]),
            Scale::Paper => (200, A::ARRANGEMENTS),
        };
        let arrangement = |&(board, ours, theirs, taste): &(&str, u32, u32, f64)| Arrangement {
            board: board.to_owned(),
            ours,
            theirs,
            taste,
        };
        Settings {
            openings,
            opening_plies: 4,
            arrangements: arrangements.iter().map(arrangement).collect(),
        }
    }

    fn units(&self, settings: &Settings) -> usize {
        settings.openings * settings.arrangements.len()
    }

    fn measure(
        &self,
        settings: &Settings,
        index: usize,
        mut numbers: RandomNumbers,
    ) -> Result<Meeting, Failure> {
        let arrangement = &settings.arrangements[index % settings.arrangements.len()];
        let start = opening(&arrangement.board, settings.opening_plies, &mut numbers)?;
        let tastes = Tastes::new()?;
        let weights = distorted(&Weights::default(), arrangement.taste, &mut numbers);
        let file = tastes.keep("theirs", &weights)?;
        let them = Player::alpha_beta(arrangement.theirs, &file);
        let models = [model(arrangement.theirs, &file)];
        let ours = arrangement.ours;
        Ok(Meeting {
            knowing: meet(&start, &Player::knowing(ours, &models, false), &them)?,
            equal: meet(&start, &Player::alpha_beta(ours, ""), &them)?,
            deeper: meet(&start, &Player::alpha_beta(ours + 1, ""), &them)?,
        })
    }

    fn findings(&self, settings: &Settings, units: &BTreeMap<usize, Meeting>) -> Findings {
        let mut table = Table::new(
            "Against an opponent who is known exactly: points of a hundred",
            &[
                "board",
                "our plies",
                "their plies",
                "their taste",
                "openings",
                "alpha-beta",
                "one ply deeper",
                "knowing",
                "gain",
                "foretold",
            ],
            "Two games an opening, with either colour; the gain is that over alpha-beta of the same depth and evaluation, \
             opening by opening. Intervals of 95 %.",
        );
        for (place, arrangement) in settings.arrangements.iter().enumerate() {
            let count = settings.arrangements.len();
            let meetings: Vec<Meeting> = units
                .iter()
                .filter(|(index, _)| *index % count == place)
                .map(|(_, meeting)| *meeting)
                .collect();
            let of = |which: fn(&Meeting) -> Tally| -> Vec<Tally> {
                meetings.iter().map(which).collect()
            };
            let (knowing, equal) = (of(|one| one.knowing), of(|one| one.equal));
            table.rows.push(vec![
                Cell::from(arrangement.board.as_str()),
                Cell::Count(arrangement.ours.into()),
                Cell::Count(arrangement.theirs.into()),
                Cell::from(if arrangement.taste == 0.0 {
                    "ours"
                } else {
                    "another"
                }),
                Cell::Count(meetings.len() as u64),
                Cell::measured(score(&equal), 1),
                Cell::measured(score(&of(|one| one.deeper)), 1),
                Cell::measured(score(&knowing), 1),
                Cell::measured(gain(&knowing, &equal), 1),
                Cell::measured(foretold(&knowing), 1),
            ]);
        }
        Findings {
            tables: vec![table],
            figures: Vec::new(),
        }
    }
}
