//! `kinds/drop`, `kinds/capture`, `kinds/check`, `kinds/all`, `kinds/piece`, `kinds/captured-piece` and `kinds/teacher`: what costs
//! are learned, and how they got there.

use std::collections::BTreeMap;

use engine::RandomNumbers;
use learning::costs::Teacher;
use serde::{Deserialize, Serialize};
use shogi::Kinds;

use super::PAPER;
use super::course::{Course, Terms, hold};
use super::showing::{cost_cells, curves, figures, percent, seed_columns};
use crate::experiment::{About, Experiment, Failure, Scale};
use crate::findings::{Cell, Findings, Table};

/// The bounds that the paper's costs ended between.
const PAPER_RANGE: (f64, f64) = (0.5, 1.4);

/// Learns the costs of a list.
pub struct Learned<L>(pub L);

/// Which kinds are learned together.
pub trait List: Sync + 'static {
    /// What it is.
    const ABOUT: About;

    /// The lists that are learned, each on its own.
    const KINDS: &'static [Kinds];

    /// What the paper found, kind by kind: deeper, shallower or nothing.
    const PAPER: &'static [&'static str];

    /// How many plies deeper the teacher looks.
    const DEEPER: u32 = 1;

    /// Who teaches.
    const TEACHERS: &'static [Teacher] = &[Teacher::Plain, Teacher::Learned, Teacher::Later];
}

/// Drops against moves on the board.
pub struct Drops;

/// Captures against other moves.
pub struct Captures;

/// Checks against other moves.
pub struct Checks;

/// All kinds at once.
pub struct Several;

/// By the piece that moves.
pub struct Pieces;

/// By the piece that is taken.
pub struct Captured;

/// The pairs with a teacher who looks two plies deeper.
pub struct Deeper;

/// What the three pairs show.
const PAIR_SHOWS: &str = "A program learns what both kinds of move should cost in a search of two plies, while it plays the same program \
     without costs (depth 2 and 3): equation 3, with a teacher one ply deeper that charges one ply a move (plain) or what was \
     learned (learned), or the learner's own next turn as teacher (temporal differences); three seeds; and how often each kind occurs.";

impl List for Drops {
    const ABOUT: About = About {
        id: "kinds/drop",
        title: "Drops or moves on the board: which to search deeper",
        paper: "Figure 3 of the paper on extensions by kind of move: board moves deeper, drops shallower",
        shows: PAIR_SHOWS,
    };
    const KINDS: &'static [Kinds] = &[Kinds::Drop];
    const PAPER: &'static [&'static str] = &["shallower", "deeper"];
}

impl List for Captures {
    const ABOUT: About = About {
        id: "kinds/capture",
        title: "Captures or other moves: which to search deeper",
        paper: "Figure 4 of the paper on extensions by kind of move: captures deeper, others shallower",
        shows: PAIR_SHOWS,
    };
    const KINDS: &'static [Kinds] = &[Kinds::Capture];
    const PAPER: &'static [&'static str] = &["deeper", "shallower"];
}

impl List for Checks {
    const ABOUT: About = About {
        id: "kinds/check",
        title: "Checks or other moves: which to search deeper",
        paper: "Figure 5 of the paper on extensions by kind of move: against expectation, checks not deeper",
        shows: PAIR_SHOWS,
    };
    const KINDS: &'static [Kinds] = &[Kinds::Check];
    const PAPER: &'static [&'static str] = &["not deeper", "the other way"];
}

impl List for Several {
    const ABOUT: About = About {
        id: "kinds/all",
        title: "All kinds of move at once",
        paper: "beyond the paper, which learns pairs",
        shows: "As kinds/drop, for evasions, checks, moves that lose material, captures, promotions, drops and all others at once; and \
                what each would cost by how often it is played (realization probability).",
    };
    const KINDS: &'static [Kinds] = &[Kinds::Several];
    const PAPER: &'static [&'static str] = &[];
}

impl List for Pieces {
    const ABOUT: About = About {
        id: "kinds/piece",
        title: "Costs by the piece that moves",
        paper: "proposed by the paper",
        shows: "As kinds/all, by the piece that moves or is dropped.",
    };
    const KINDS: &'static [Kinds] = &[Kinds::Piece];
    const PAPER: &'static [&'static str] = &[];
}

impl List for Captured {
    const ABOUT: About = About {
        id: "kinds/captured-piece",
        title: "Costs by the piece that is taken",
        paper: "proposed by the paper",
        shows: "As kinds/all, by the piece that is taken.",
    };
    const KINDS: &'static [Kinds] = &[Kinds::Captured];
    const PAPER: &'static [&'static str] = &[];
}

impl List for Deeper {
    const ABOUT: About = About {
        id: "kinds/teacher",
        title: "The three pairs with a deeper teacher",
        paper: "the paper expects the range to change with a deeper teacher",
        shows: "As kinds/drop, kinds/capture and kinds/check, with a teacher two plies deeper instead of one.",
    };
    const KINDS: &'static [Kinds] = &[Kinds::Drop, Kinds::Capture, Kinds::Check];
    const PAPER: &'static [&'static str] = &[];
    const DEEPER: u32 = 2;
    // A teacher who does not search cannot look deeper.
    const TEACHERS: &'static [Teacher] = &[Teacher::Plain, Teacher::Learned];
}

/// How much is learned.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Settings {
    seeds: usize,
    #[serde(flatten)]
    terms: Terms,
}

impl<L: List> Learned<L> {
    /// What a unit is: the list, the teacher, and which of the seeds.
    fn unit(index: usize) -> (Kinds, Teacher, usize) {
        let lists = L::KINDS.len();
        let teacher = L::TEACHERS[index / lists % L::TEACHERS.len()];
        let seed = index / lists / L::TEACHERS.len();
        (L::KINDS[index % lists], teacher, seed)
    }
}

impl<L: List> Experiment for Learned<L> {
    const ABOUT: About = L::ABOUT;
    type Settings = Settings;
    type Unit = Course;

    fn settings(&self, scale: Scale) -> Settings {
        let (seeds, updates) = match scale {
            Scale::Small => (1, 60),
            Scale::Paper => (3, 8_000),
        };
        Settings {
            seeds,
            terms: Terms {
                deeper: L::DEEPER,
                ..Terms::paper(updates)
            },
        }
    }

    fn units(&self, settings: &Settings) -> usize {
        L::KINDS.len() * L::TEACHERS.len() * settings.seeds
    }

    fn measure(
        &self,
        settings: &Settings,
        index: usize,
        numbers: RandomNumbers,
    ) -> Result<Course, Failure> {
        let (kinds, teacher, _) = Self::unit(index);
        hold(kinds, &settings.terms, teacher, numbers)
    }

    fn findings(&self, settings: &Settings, units: &BTreeMap<usize, Course>) -> Findings {
        let plots = units.iter().map(|(&index, course)| {
            let (kinds, teacher, seed) = Self::unit(index);
            let teacher = teacher_name(teacher);
            let title = format!("{teacher} teacher, seed {}", seed + 1);
            curves(title, &Kinds::NAMES[kinds.places()], course)
        });
        Findings {
            tables: vec![
                costs_table::<L>(settings, units),
                frequencies_table::<L>(units),
            ],
            figures: figures(plots.collect()),
        }
    }
}

fn teacher_name(teacher: Teacher) -> &'static str {
    match teacher {
        Teacher::Plain => "plain",
        Teacher::Learned => "learned",
        Teacher::Later => "next turn",
    }
}

fn costs_table<L: List>(settings: &Settings, units: &BTreeMap<usize, Course>) -> Table {
    let mut columns: Vec<String> = ["kind", "paper", "teacher"].map(str::to_owned).to_vec();
    columns.extend(seed_columns(settings.seeds));
    columns.push("within 0.50–1.40".to_owned());
    let names: Vec<&str> = columns.iter().map(String::as_str).collect();
    let terms = &settings.terms;
    let mut table = Table::new(
        "What a kind of move costs in the end, in plies",
        &names,
        &format!(
            "After {} updates of α = {}, {} plies and at most {} each, values in pawns, costs kept between {} and {}. Less than 1 is searched deeper. \
             {PAPER}: the paper's costs all ended between 0.50 and 1.40.",
            plot::format_number(terms.updates.into(), 0),
            terms.rate,
            terms.steps.words(),
            terms.largest,
            terms.least,
            terms.most
        ),
    );
    for (list, &kinds) in L::KINDS.iter().enumerate() {
        for (place, name) in Kinds::NAMES[kinds.places()].iter().enumerate() {
            for (teacher, &who) in L::TEACHERS.iter().enumerate() {
                let of_seed = |seed: usize| {
                    let index = (seed * L::TEACHERS.len() + teacher) * L::KINDS.len() + list;
                    units.get(&index).map(|course| course.costs()[place])
                };
                let costs: Vec<Option<f64>> = (0..settings.seeds).map(of_seed).collect();
                let known: Vec<f64> = costs.iter().flatten().copied().collect();
                let mut row = vec![
                    Cell::from(*name),
                    L::PAPER
                        .get(place)
                        .map_or(Cell::Unknown, |&text| text.into()),
                    Cell::from(teacher_name(who)),
                ];
                row.extend(cost_cells(&costs));
                row.push(Cell::from(within(&known)));
                table.rows.push(row);
            }
        }
    }
    table
}

fn within(costs: &[f64]) -> &'static str {
    let (low, high) = PAPER_RANGE;
    match costs {
        [] => "–",
        _ if costs.iter().all(|cost| (low..=high).contains(cost)) => "yes",
        _ => "no",
    }
}

fn frequencies_table<L: List>(units: &BTreeMap<usize, Course>) -> Table {
    let mut table = Table::new(
        "How often each kind occurs",
        &[
            "kind",
            "of legal moves, %",
            "of moves played, %",
            "updates that changed it, %",
            "cost by realization",
        ],
        "Over all courses. Cost by realization: the logarithm of how often such a move is played where it is legal, scaled so that the moves \
         played cost one ply on average.",
    );
    for (list, &kinds) in L::KINDS.iter().enumerate() {
        let own = || {
            units
                .iter()
                .filter(|(unit, _)| *unit % L::KINDS.len() == list)
        };
        let count = kinds.places().len();
        let sum = |of: fn(&Course) -> &Vec<u64>| -> Vec<u64> {
            (0..count)
                .map(|place| own().map(|(_, course)| of(course)[place]).sum())
                .collect()
        };
        let all = Course {
            legal: sum(|course| &course.legal),
            played: sum(|course| &course.played),
            changed: sum(|course| &course.changed),
            ..Course::default()
        };
        let updates: u64 = own()
            .filter_map(|(_, course)| course.curve.last())
            .map(|(updates, _)| u64::from(*updates))
            .sum();
        let realization = all.realization_costs();
        for (place, name) in Kinds::NAMES[kinds.places()].iter().enumerate() {
            table.rows.push(vec![
                Cell::from(*name),
                percent(all.legal[place], all.legal.iter().sum()),
                percent(all.played[place], all.played.iter().sum()),
                percent(all.changed[place], updates),
                match all.played.iter().sum::<u64>() {
                    0 => Cell::Unknown,
                    _ => Cell::Text(format!("{:.2}", realization[place])),
                },
            ]);
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_belong_to_one_list_teacher_and_seed() {
        assert_eq!(Learned::<Drops>::unit(0), (Kinds::Drop, Teacher::Plain, 0));
        assert_eq!(Learned::<Drops>::unit(5), (Kinds::Drop, Teacher::Later, 1));
        assert_eq!(
            Learned::<Deeper>::unit(4),
            (Kinds::Capture, Teacher::Learned, 0)
        );
        assert_eq!(Learned::<Deeper>::unit(6), (Kinds::Drop, Teacher::Plain, 1));
    }

    #[test]
    fn what_was_learned_is_shown_beside_the_paper() {
        let course = |first: f64, second: f64| Course {
            curve: vec![(0, vec![1.0, 1.0]), (10, vec![first, second])],
            legal: vec![100, 900],
            played: vec![5, 5],
            changed: vec![2, 3],
            ..Course::default()
        };
        let mut settings = Experiment::settings(&Learned(Captures), Scale::Paper);
        settings.seeds = 2;
        let units = BTreeMap::from([(0, course(0.8, 1.1)), (3, course(0.9, 1.5))]);
        let findings = Learned(Captures).findings(&settings, &units);
        let text = |row: usize| -> Vec<String> {
            let cells = findings.tables[0].rows[row].iter();
            cells.map(Cell::text).collect()
        };
        let plain = [
            "capture", "deeper", "plain", "0.80", "0.90", "deeper", "yes",
        ];
        assert_eq!(text(0), plain);
        assert_eq!(text(1)[3..], ["–", "–", "–", "–"]);
        let other = [
            "no capture",
            "shallower",
            "plain",
            "1.10",
            "1.50",
            "shallower",
            "no",
        ];
        assert_eq!(text(3), other);
        assert_eq!(findings.tables[1].rows[0][1].text(), "10.0");
        assert_eq!(findings.tables[1].rows[0][3].text(), "20.0");
        assert_eq!(findings.figures[0].1.plots.len(), 2);
    }
}
