//! `om/shogi` and `om/bait`: the paper's match and its example, in the paper's own game.

use std::collections::BTreeMap;

use engine::RandomNumbers;
use game::{Color, Game};
use search::alpha_beta::Parameters;
use search::opponent_model::{Habit, Minimax, OpponentModel};
use search::{AlphaBeta, Limits, Score, Searcher, Signal};
use serde::{Deserialize, Serialize};
use shogi::{Evaluation, Move, Position};

use crate::experiment::{About, Experiment, Failure, Scale};
use crate::findings::{Cell, Findings, Table};
use crate::intervals::{mean, share};
use crate::kinds::{Side, opening, pawns, play};

/// What somebody looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Taste {
    /// Material, kings, and the exchange on the square of the last move.
    Everything,
    /// The same without exchanges.
    NoExchanges,
    /// Material and exchanges.
    MaterialAndExchanges,
    /// Material alone.
    Material,
}

impl Taste {
    const ALL: [Self; 4] = [
        Self::Everything,
        Self::NoExchanges,
        Self::MaterialAndExchanges,
        Self::Material,
    ];

    fn evaluation(self) -> Evaluation {
        match self {
            Self::Everything => Evaluation::new(),
            Self::NoExchanges => Evaluation::new().without_exchanges(),
            Self::MaterialAndExchanges => Evaluation::material().with_exchanges(),
            Self::Material => Evaluation::material(),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Everything => "everything",
            Self::NoExchanges => "no exchanges",
            Self::MaterialAndExchanges => "material and exchanges",
            Self::Material => "material",
        }
    }
}

/// Plain alpha-beta, whose moves follow from the position alone.
fn alpha_beta(taste: Taste) -> AlphaBeta<Evaluation> {
    AlphaBeta::new(taste.evaluation())
        .with_memory(0)
        .with_parameters(Parameters::plain())
}

/// The match.
pub struct InShogi;

/// How much is played.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// For each arrangement; two games each.
    openings: usize,
    opening_plies: usize,
    longest: usize,
    arrangements: Vec<Arrangement>,
}

/// How far both look, and what each looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Arrangement {
    plies: u32,
    ours: Taste,
    theirs: Taste,
}

/// Games to one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    won: u32,
    drawn: u32,
    lost: u32,
    /// Replies that were expected, and those that came.
    expected: u32,
    came: u32,
}

/// Two games each from one opening.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Meeting {
    knowing: Tally,
    /// Alpha-beta of the same depth and evaluation.
    equal: Tally,
}

impl Tally {
    /// Points of a hundred.
    fn score(self) -> f64 {
        let games = f64::from((self.won + self.drawn + self.lost).max(1));
        100.0 * (f64::from(self.won) + f64::from(self.drawn) / 2.0) / games
    }
}

impl Experiment for InShogi {
    const ABOUT: About = About {
        id: "om/shogi",
        title: "Knowing exactly whom one plays, in Shogi",
        paper: "Tokuda and others, section 5.2: with the same depth and an exact model, 19 wins and 1 loss against alpha-beta",
        shows: "What opponent-model search gains over alpha-beta with the same evaluation and depth, against plain alpha-beta whose every reply \
                it foretells; with our evaluation, and with one that overlooks exchanges.",
    };
    type Settings = Settings;
    type Unit = Meeting;

    fn settings(&self, scale: Scale) -> Settings {
        let arrangement = |plies, theirs| Arrangement {
            plies,
            ours: Taste::Everything,
            theirs,
        };
        let all = vec![
            arrangement(2, Taste::Everything),
            arrangement(2, Taste::NoExchanges),
        ];
        Settings {
            openings: match scale {
                Scale::Small => 1,
                Scale::Paper => 100,
            },
            opening_plies: 4,
            longest: match scale {
                Scale::Small => 60,
                Scale::Paper => 300,
            },
            arrangements: all,
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
        let arrangement = settings.arrangements[index % settings.arrangements.len()];
        let start = opening(settings.opening_plies, &mut numbers);
        Ok(Meeting {
            knowing: meet(&start, settings.longest, arrangement, || {
                Box::new(knowing(arrangement))
            })?,
            equal: meet(&start, settings.longest, arrangement, || {
                Box::new(alpha_beta(arrangement.ours))
            })?,
        })
    }

    fn findings(&self, settings: &Settings, units: &BTreeMap<usize, Meeting>) -> Findings {
        let mut table = Table::new(
            "Against an opponent who is known exactly, in Shogi",
            &[
                "plies",
                "they look at",
                "games",
                "paper",
                "knowing: won",
                "drawn",
                "lost",
                "points",
                "alpha-beta: points",
                "gain",
                "foretold, %",
            ],
            &format!(
                "Points of a hundred; two games an opening of {} random plies, with either colour; the gain is that over alpha-beta of the same depth \
                 and evaluation against the same opponent, opening by opening. Intervals of 95 %.",
                settings.opening_plies
            ),
        );
        for (place, arrangement) in settings.arrangements.iter().enumerate() {
            let count = settings.arrangements.len();
            let own = units.iter().filter(|(unit, _)| *unit % count == place);
            let meetings: Vec<Meeting> = own.map(|(_, meeting)| *meeting).collect();
            let sum = |of: fn(Tally) -> u32| -> u64 {
                meetings.iter().map(|one| u64::from(of(one.knowing))).sum()
            };
            let (won, drawn, lost) = (sum(|t| t.won), sum(|t| t.drawn), sum(|t| t.lost));
            let gains = meetings
                .iter()
                .map(|one| one.knowing.score() - one.equal.score());
            let foretold = share(sum(|t| t.came) as usize, sum(|t| t.expected) as usize);
            table.rows.push(vec![
                Cell::Text(arrangement.plies.to_string()),
                Cell::from(arrangement.theirs.name()),
                Cell::Count(won + drawn + lost),
                Cell::from("19–1"),
                Cell::Count(won),
                Cell::Count(drawn),
                Cell::Count(lost),
                Cell::measured(mean(meetings.iter().map(|one| one.knowing.score())), 1),
                Cell::measured(mean(meetings.iter().map(|one| one.equal.score())), 1),
                Cell::measured(mean(gains), 1),
                Cell::measured(foretold.map(|share| share.times(100.0)), 1),
            ]);
        }
        Findings {
            tables: vec![table],
            figures: Vec::new(),
        }
    }
}

/// Opponent-model search with a model that plays exactly as the opponent does.
fn knowing(
    arrangement: Arrangement,
) -> OpponentModel<Position, Evaluation, Habit<AlphaBeta<Evaluation>, Move>> {
    let model = Habit::new(
        alpha_beta(arrangement.theirs),
        Limits::depth(arrangement.plies),
    );
    OpponentModel::new(arrangement.ours.evaluation(), vec![(model, 1.0)])
}

/// Two games from an opening, with either colour.
fn meet(
    start: &Position,
    longest: usize,
    arrangement: Arrangement,
    us: impl Fn() -> Box<dyn Searcher<Position>>,
) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let limits = || Limits::depth(arrangement.plies);
    for color in Color::ALL {
        let mut ours = Side {
            searcher: us(),
            limits: limits(),
        };
        let mut theirs = Side {
            searcher: Box::new(alpha_beta(arrangement.theirs)),
            limits: limits(),
        };
        let (black, white) = match color {
            Color::Black => (&mut ours, &mut theirs),
            Color::White => (&mut theirs, &mut ours),
        };
        let mut awaited = None;
        let outcome = play(start, black, white, longest, |position, mv, expected| {
            if position.to_move() == color {
                awaited = expected;
            } else if let Some(awaited) = awaited.take() {
                tally.expected += 1;
                tally.came += u32::from(mv == awaited);
            }
        })?;
        match outcome.score_for(color) {
            1 => tally.won += 1,
            0 => tally.drawn += 1,
            _ => tally.lost += 1,
        }
    }
    Ok(tally)
}

/// The paper's example.
pub struct Bait;

/// Where the example begins, probably.
const EXAMPLE: &str = "startpos moves 7g7f 3c3d";

/// The bait.
const BAIT: &str = "8i7g";

/// How far to look.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BaitSettings {
    plies: Vec<u32>,
}

/// What is played in the example.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Played {
    alpha_beta: String,
    knowing: String,
    /// The reply that is counted on.
    reply: String,
    /// What the move is worth to OM-search, and what the bait is worth, in pawns.
    worth: f64,
    bait: f64,
    /// The reply to the bait, and how many moves OM-search likes better.
    bait_reply: String,
    better: usize,
}

impl Bait {
    /// What a unit is: how far to look, what we look at, and what they look at.
    fn unit(settings: &BaitSettings, index: usize) -> (u32, Taste, Taste) {
        let tastes = Taste::ALL.len();
        (
            settings.plies[index / tastes / tastes],
            Taste::ALL[index / tastes % tastes],
            Taste::ALL[index % tastes],
        )
    }
}

impl Experiment for Bait {
    const ABOUT: About = About {
        id: "om/bait",
        title: "The bait of the paper's example",
        paper: "Tokuda and others, section 5.2: after (probably) 7g7f 3c3d alpha-beta plays 3i4h; OM-search plays 8i7g, counting on \
                2b7g+ 8h7g",
        shows: "At which depth, and with which evaluations, opponent-model search plays the bait. The model looks as far as the search still does, as \
                in the paper's definition.",
    };
    type Settings = BaitSettings;
    type Unit = Played;

    fn settings(&self, scale: Scale) -> BaitSettings {
        BaitSettings {
            plies: match scale {
                Scale::Small => vec![2],
                Scale::Paper => vec![2, 3, 4],
            },
        }
    }

    fn units(&self, settings: &BaitSettings) -> usize {
        settings.plies.len() * Taste::ALL.len() * Taste::ALL.len()
    }

    fn measure(
        &self,
        settings: &BaitSettings,
        index: usize,
        _: RandomNumbers,
    ) -> Result<Played, Failure> {
        let (plies, ours, theirs) = Self::unit(settings, index);
        let position = Position::parse(EXAMPLE)?;
        let bait = position.parse_move(BAIT)?;
        let plain = alpha_beta(ours).search(
            &position,
            &Limits::depth(plies),
            &Signal::new(),
            &mut |_| {},
        );
        let model = Minimax::to_the_horizon(theirs.evaluation());
        let mut knowing = OpponentModel::new(ours.evaluation(), vec![(model, 1.0)]);
        let limits = Limits {
            lines: usize::MAX,
            ..Limits::depth(plies)
        };
        let answer = knowing.search(&position, &limits, &Signal::new(), &mut |_| {});
        let text = |mv: Option<&Move>| mv.map_or("–".to_owned(), |mv| mv.to_usi());
        let worth = |score: Score| match score {
            Score::Estimate(thousandths) => pawns(thousandths),
            _ => f64::NAN,
        };
        let best = answer.lines.first().ok_or("there is no move")?;
        let rank = answer.lines.iter().position(|line| line.moves[0] == bait);
        let rank = rank.ok_or("the bait is no move")?;
        Ok(Played {
            alpha_beta: text(plain.best_move().as_ref()),
            knowing: text(best.moves.first()),
            reply: text(best.moves.get(1)),
            worth: worth(best.score),
            bait: worth(answer.lines[rank].score),
            bait_reply: text(answer.lines[rank].moves.get(1)),
            better: rank,
        })
    }

    fn findings(&self, settings: &BaitSettings, units: &BTreeMap<usize, Played>) -> Findings {
        let mut table = Table::new(
            "After 7g7f 3c3d",
            &[
                "plies",
                "we look at",
                "they look at",
                "alpha-beta",
                "OM-search",
                "counting on",
                "worth",
                "8i7g worth",
                "counting on",
                "moves before it",
            ],
            "Values in pawns, as OM-search sees them.",
        );
        for (&index, played) in units {
            let (plies, ours, theirs) = Self::unit(settings, index);
            table.rows.push(vec![
                Cell::Text(plies.to_string()),
                Cell::from(ours.name()),
                Cell::from(theirs.name()),
                Cell::from(played.alpha_beta.as_str()),
                Cell::from(played.knowing.as_str()),
                Cell::from(played.reply.as_str()),
                Cell::Text(format!("{:+.2}", played.worth)),
                Cell::Text(format!("{:+.2}", played.bait)),
                Cell::from(played.bait_reply.as_str()),
                Cell::Count(played.better as u64),
            ]);
        }
        Findings {
            tables: vec![table],
            figures: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What everything in Shogi rests on: who is modelled exactly plays what is foretold.
    #[test]
    fn an_exact_model_is_always_right() {
        let arrangement = Arrangement {
            plies: 2,
            ours: Taste::Everything,
            theirs: Taste::Material,
        };
        let start = opening(4, &mut RandomNumbers::from_seed(1));
        let tally = meet(&start, 20, arrangement, || Box::new(knowing(arrangement))).unwrap();
        assert_eq!(tally.won + tally.drawn + tally.lost, 2);
        assert!(tally.expected >= 10, "{tally:?}");
        assert_eq!(tally.expected, tally.came);
    }

    /// Who sees exchanges and knows that the other does not sees that the bait is taken.
    #[test]
    fn the_bait_is_taken_by_who_overlooks_exchanges() {
        let settings = Experiment::settings(&Bait, Scale::Small);
        let index = (0..Experiment::units(&Bait, &settings))
            .find(|&index| {
                Bait::unit(&settings, index) == (2, Taste::MaterialAndExchanges, Taste::Material)
            })
            .unwrap();
        let played = Bait
            .measure(&settings, index, RandomNumbers::from_seed(1))
            .unwrap();
        assert_eq!(played.bait_reply, "2b7g+");
        assert!(played.bait > 5.0, "{played:?}");
    }
}
