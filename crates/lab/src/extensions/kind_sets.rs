//! `kinds/drop`, `kinds/capture`, `kinds/check`, `kinds/all`, `kinds/piece`, `kinds/captured-piece`
//! and `kinds/teacher`: learned costs and their curves.

use learning::move_costs::TargetSearch;
use shogi::MoveKindSet;

use super::PAPER;
use super::cost_training::{CostTraining, CostTrainingConfig, train_costs};
use super::report::{CostRow, curves, seed_name, share, with_curves};
use crate::prelude::*;

/// Range of the paper's final costs.
const PAPER_RANGE: std::ops::RangeInclusive<f64> = 0.5..=1.4;

/// Learns the costs of sets of kinds.
pub struct CostLearning {
    info: ExperimentInfo,
    /// Sets that are learned, each on its own.
    sets: &'static [MoveKindSet],
    /// The paper's result by kind.
    paper: &'static [&'static str],
    /// Additional plies of the teacher.
    deeper: u32,
    teachers: &'static [TargetSearch],
}

const ALL_TEACHERS: &[TargetSearch] = &[
    TargetSearch::PlainDeeper,
    TargetSearch::LearnedDeeper,
    TargetSearch::NextTurn,
];

const PAIR_DESCRIPTION: &str = "A program learns the costs of two kinds of move in a search of depth 2 while it plays the same program \
     without costs (depths 2 and 3): equation 3 with a teacher one ply deeper that charges one ply per move (plain) or the learned \
     costs (learned), or with the learner's own next turn as teacher (temporal differences); three seeds; and how often each kind occurs.";

impl CostLearning {
    /// Drops and board moves.
    pub const DROPS: Self = Self {
        info: ExperimentInfo {
            id: "kinds/drop",
            title: "Costs of drops and board moves",
            reference: "Figure 3 of the paper on extensions by kind of move: board moves deeper, drops shallower",
            description: PAIR_DESCRIPTION,
        },
        sets: &[MoveKindSet::Drop],
        paper: &["shallower", "deeper"],
        deeper: 1,
        teachers: ALL_TEACHERS,
    };

    /// Captures and other moves.
    pub const CAPTURES: Self = Self {
        info: ExperimentInfo {
            id: "kinds/capture",
            title: "Costs of captures and other moves",
            reference: "Figure 4 of the paper on extensions by kind of move: captures deeper, others shallower",
            description: PAIR_DESCRIPTION,
        },
        sets: &[MoveKindSet::Capture],
        paper: &["deeper", "shallower"],
        deeper: 1,
        teachers: ALL_TEACHERS,
    };

    /// Checks and other moves.
    pub const CHECKS: Self = Self {
        info: ExperimentInfo {
            id: "kinds/check",
            title: "Costs of checks and other moves",
            reference: "Figure 5 of the paper on extensions by kind of move: against expectation, checks not deeper",
            description: PAIR_DESCRIPTION,
        },
        sets: &[MoveKindSet::Check],
        paper: &["not deeper", "the other way"],
        deeper: 1,
        teachers: ALL_TEACHERS,
    };

    /// All kinds at once.
    pub const ALL_KINDS: Self = Self {
        info: ExperimentInfo {
            id: "kinds/all",
            title: "Costs of all kinds of move at once",
            reference: "beyond the paper, which learns pairs",
            description: "As kinds/drop, for evasions, checks, moves that lose material, captures, promotions, drops and all others \
                          at once; and the costs by how often each kind is played (realization probability).",
        },
        sets: &[MoveKindSet::Combined],
        paper: &[],
        deeper: 1,
        teachers: ALL_TEACHERS,
    };

    /// By moving piece.
    pub const PIECES: Self = Self {
        info: ExperimentInfo {
            id: "kinds/piece",
            title: "Costs by moving piece",
            reference: "proposed by the paper",
            description: "As kinds/all, by the piece that moves or is dropped.",
        },
        sets: &[MoveKindSet::Piece],
        paper: &[],
        deeper: 1,
        teachers: ALL_TEACHERS,
    };

    /// By captured piece.
    pub const CAPTURED_PIECES: Self = Self {
        info: ExperimentInfo {
            id: "kinds/captured-piece",
            title: "Costs by captured piece",
            reference: "proposed by the paper",
            description: "As kinds/all, by the piece that is captured.",
        },
        sets: &[MoveKindSet::Captured],
        paper: &[],
        deeper: 1,
        teachers: ALL_TEACHERS,
    };

    /// The three pairs with a teacher two plies deeper.
    pub const DEEPER_TEACHER: Self = Self {
        info: ExperimentInfo {
            id: "kinds/teacher",
            title: "The three pairs with a deeper teacher",
            reference: "the paper expects the range to change with a deeper teacher",
            description: "As kinds/drop, kinds/capture and kinds/check, with a teacher two plies deeper instead of one.",
        },
        sets: &[MoveKindSet::Drop, MoveKindSet::Capture, MoveKindSet::Check],
        paper: &[],
        deeper: 2,
        // The next turn cannot look deeper.
        teachers: &[TargetSearch::PlainDeeper, TargetSearch::LearnedDeeper],
    };
}

/// Parameters.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Config {
    seeds: usize,
    #[serde(flatten)]
    training: CostTrainingConfig,
}

impl Experiment for CostLearning {
    type Config = Config;
    type Condition = (MoveKindSet, TargetSearch);
    type Sample = CostTraining;

    fn info(&self) -> ExperimentInfo {
        self.info
    }

    fn config(&self, scale: Scale) -> Config {
        Config {
            seeds: scale.pick(1, 3),
            training: CostTrainingConfig {
                deeper: self.deeper,
                ..CostTrainingConfig::paper(scale.pick(60, 8_000))
            },
        }
    }

    fn grid(&self, config: &Config) -> Grid<Self::Condition> {
        Grid::product(self.sets, self.teachers).repeat(config.seeds)
    }

    fn measure(
        &self,
        config: &Config,
        unit: &Unit<'_, Self::Condition>,
        rng: &mut SplitMix64,
    ) -> Result<CostTraining, BoxError> {
        let &(kinds, teacher) = unit.condition;
        train_costs(kinds, &config.training, teacher, rng)
    }

    fn results(
        &self,
        config: &Config,
        groups: &Groups<'_, Self::Condition, CostTraining>,
    ) -> Results {
        let plots = groups.iter().flat_map(|group| {
            let (kinds, teacher) = *group.condition;
            let teacher = teacher_name(teacher);
            (0..).zip(&group.samples).map(move |(seed, training)| {
                let title = format!("{teacher} teacher, {}", seed_name(&seed));
                curves(title, &MoveKindSet::NAMES[kinds.index_range()], training)
            })
        });
        let tables = [self.costs(config, groups), self.frequencies(groups)];
        with_curves(Results::new(tables), plots.collect())
    }
}

fn teacher_name(teacher: TargetSearch) -> &'static str {
    match teacher {
        TargetSearch::PlainDeeper => "plain",
        TargetSearch::LearnedDeeper => "learned",
        TargetSearch::NextTurn => "next turn",
    }
}

impl CostLearning {
    fn costs(
        &self,
        config: &Config,
        groups: &Groups<'_, (MoveKindSet, TargetSearch), CostTraining>,
    ) -> ResultTable {
        let mut rows = Vec::new();
        for &kinds in self.sets {
            for (index, kind) in MoveKindSet::NAMES[kinds.index_range()].iter().enumerate() {
                for &teacher in self.teachers {
                    let mut groups = groups.iter();
                    let group = groups.find(|group| *group.condition == (kinds, teacher));
                    let samples = group.map_or(&[][..], |group| &group.samples);
                    let cost = |seed: usize| samples.get(seed).map(|one| one.costs()[index]);
                    let row = CostRow {
                        kind,
                        costs: (0..config.seeds).map(cost).collect(),
                    };
                    rows.push((row, self.paper.get(index).copied(), teacher));
                }
            }
        }
        let training = &config.training;
        ResultTable::over("Final cost of a kind of move, in plies", rows)
            .column("kind", |row| row.0.kind)
            .column("paper", |row| row.1)
            .column("teacher", |row| teacher_name(row.2))
            .columns(0..config.seeds, seed_name, |row, &seed| row.0.cost(seed))
            .column("direction", |row| row.0.direction())
            .column("within 0.50–1.40", |row| match row.0.known().as_slice() {
                [] => "–",
                known if known.iter().all(|cost| PAPER_RANGE.contains(cost)) => "yes",
                _ => "no",
            })
            .note(&format!(
                "After {} updates of α = {}, {} plies, at most {} per update, values in pawns, costs between {} and {}. Below 1 is \
                 searched deeper. {PAPER}: the paper's costs all ended between 0.50 and 1.40.",
                plot::format_number(training.updates.into(), 0),
                training.rate,
                training.delta.description(),
                training.max_change,
                training.min_cost,
                training.max_cost
            ))
    }

    fn frequencies(
        &self,
        groups: &Groups<'_, (MoveKindSet, TargetSearch), CostTraining>,
    ) -> ResultTable {
        let mut rows = Vec::new();
        for &kinds in self.sets {
            let own = groups.iter().filter(|group| group.condition.0 == kinds);
            let runs: Vec<&CostTraining> = own.flat_map(|group| group.samples.clone()).collect();
            let sum = |count: fn(&CostTraining) -> &Vec<u64>| -> Vec<u64> {
                (0..kinds.index_range().len())
                    .map(|index| runs.iter().map(|run| count(run)[index]).sum())
                    .collect()
            };
            let total = CostTraining {
                legal: sum(|run| &run.legal),
                played: sum(|run| &run.played),
                changed: sum(|run| &run.changed),
                ..CostTraining::default()
            };
            let updates = runs.iter().filter_map(|run| run.curve.last());
            let updates: u64 = updates.map(|(updates, _)| u64::from(*updates)).sum();
            let realization = total.realization_costs();
            for (index, kind) in MoveKindSet::NAMES[kinds.index_range()].iter().enumerate() {
                let played: u64 = total.played.iter().sum();
                rows.push([
                    ResultCell::from(*kind),
                    share(total.legal[index], total.legal.iter().sum()),
                    share(total.played[index], played),
                    share(total.changed[index], updates),
                    (played > 0)
                        .then(|| ResultCell::decimal(realization[index], 2))
                        .into(),
                ]);
            }
        }
        let columns = [
            "kind",
            "of legal moves, %",
            "of moves played, %",
            "updates that changed it, %",
            "cost by realization",
        ];
        ResultTable::over("Frequency of each kind", rows)
            .columns(
                columns.into_iter().enumerate(),
                |column| column.1,
                |row, column| row[column.0].clone(),
            )
            .note(
                "Over all runs. Cost by realization: the logarithm of how often a legal move of the kind is played, scaled so that \
                 played moves cost one ply on average.",
            )
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::frame::testing::results;

    #[test]
    fn units_are_numbered_by_set_teacher_and_seed() {
        let condition = |experiment: &CostLearning, index| {
            let grid = experiment.grid(&experiment.config(Scale::Paper));
            let unit = grid.unit(index).unwrap();
            (unit.condition.0, unit.condition.1, unit.repetition)
        };
        let drops = |index| condition(&CostLearning::DROPS, index);
        assert_eq!(drops(0), (MoveKindSet::Drop, TargetSearch::PlainDeeper, 0));
        assert_eq!(drops(5), (MoveKindSet::Drop, TargetSearch::NextTurn, 1));
        let deeper = |index| condition(&CostLearning::DEEPER_TEACHER, index);
        assert_eq!(
            deeper(4),
            (MoveKindSet::Capture, TargetSearch::LearnedDeeper, 0)
        );
        assert_eq!(deeper(6), (MoveKindSet::Drop, TargetSearch::PlainDeeper, 1));
    }

    #[test]
    fn costs_are_shown_beside_the_paper() {
        let training = |first: f64, second: f64| CostTraining {
            curve: vec![(0, vec![1.0, 1.0]), (10, vec![first, second])],
            legal: vec![100, 900],
            played: vec![5, 5],
            changed: vec![2, 3],
            ..CostTraining::default()
        };
        let mut config = CostLearning::CAPTURES.config(Scale::Paper);
        config.seeds = 2;
        let samples = BTreeMap::from([(0, training(0.8, 1.1)), (3, training(0.9, 1.5))]);
        let results = results(&CostLearning::CAPTURES, &config, &samples);
        let text = |row: usize| -> Vec<String> {
            let cells = results.tables[0].rows[row].iter();
            cells.map(ToString::to_string).collect()
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
        assert_eq!(results.tables[1].rows[0][1].to_string(), "10.0");
        assert_eq!(results.tables[1].rows[0][3].to_string(), "20.0");
        assert_eq!(results.figures[0].1.plots.len(), 2);
    }
}
