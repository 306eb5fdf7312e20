//! `kinds/drop`, `kinds/capture`, `kinds/check`, `kinds/all`, `kinds/piece`, `kinds/captured-piece`
//! and `kinds/teacher`: learned costs and their curves.

use learning::move_costs::TargetSearch;
use shogi::MoveKindSet;

use super::PAPER;
use super::cost_training::CostTraining;
use super::report::{CostRow, curves, seed_name, share, with_curves};
use super::shogi_training::{CostTrainingConfig, train_shogi_costs};
use crate::prelude::*;

/// Range of the paper's final costs.
const PAPER_RANGE: std::ops::RangeInclusive<f64> = 0.5..=1.4;

/// A set of kinds, learned on its own, and the teacher.
type Condition = (MoveKindSet, TargetSearch);

/// Learns the costs of sets of kinds.
pub type CostLearning = Experiment<Config, Condition, CostTraining>;

type CostGroups<'a> = Groups<'a, Condition, CostTraining>;

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
    pub const DROPS: Self = one_set(
        ExperimentInfo {
            id: "kinds/drop",
            title: "Costs of drops and board moves",
            reference: "Figure 3 of the paper on extensions by kind of move: board moves deeper, drops shallower",
            description: PAIR_DESCRIPTION,
        },
        |config| grid(config, &[MoveKindSet::Drop], ALL_TEACHERS),
        |config, groups| results(config, groups, &["shallower", "deeper"]),
    );

    /// Captures and other moves.
    pub const CAPTURES: Self = one_set(
        ExperimentInfo {
            id: "kinds/capture",
            title: "Costs of captures and other moves",
            reference: "Figure 4 of the paper on extensions by kind of move: captures deeper, others shallower",
            description: PAIR_DESCRIPTION,
        },
        |config| grid(config, &[MoveKindSet::Capture], ALL_TEACHERS),
        |config, groups| results(config, groups, &["deeper", "shallower"]),
    );

    /// Checks and other moves.
    pub const CHECKS: Self = one_set(
        ExperimentInfo {
            id: "kinds/check",
            title: "Costs of checks and other moves",
            reference: "Figure 5 of the paper on extensions by kind of move: against expectation, checks not deeper",
            description: PAIR_DESCRIPTION,
        },
        |config| grid(config, &[MoveKindSet::Check], ALL_TEACHERS),
        |config, groups| results(config, groups, &["not deeper", "the other way"]),
    );

    /// All kinds at once.
    pub const ALL_KINDS: Self = one_set(
        ExperimentInfo {
            id: "kinds/all",
            title: "Costs of all kinds of move at once",
            reference: "beyond the paper, which learns pairs",
            description: "As kinds/drop, for evasions, checks, moves that lose material, captures, promotions, drops and all others \
                          at once; and the costs by how often each kind is played (realization probability).",
        },
        |config| grid(config, &[MoveKindSet::Combined], ALL_TEACHERS),
        |config, groups| results(config, groups, &[]),
    );

    /// By moving piece.
    pub const PIECES: Self = one_set(
        ExperimentInfo {
            id: "kinds/piece",
            title: "Costs by moving piece",
            reference: "proposed by the paper",
            description: "As kinds/all, by the piece that moves or is dropped.",
        },
        |config| grid(config, &[MoveKindSet::Piece], ALL_TEACHERS),
        |config, groups| results(config, groups, &[]),
    );

    /// By captured piece.
    pub const CAPTURED_PIECES: Self = one_set(
        ExperimentInfo {
            id: "kinds/captured-piece",
            title: "Costs by captured piece",
            reference: "proposed by the paper",
            description: "As kinds/all, by the piece that is captured.",
        },
        |config| grid(config, &[MoveKindSet::Captured], ALL_TEACHERS),
        |config, groups| results(config, groups, &[]),
    );

    /// The three pairs with a teacher two plies deeper.
    pub const DEEPER_TEACHER: Self = Experiment {
        info: ExperimentInfo {
            id: "kinds/teacher",
            title: "The three pairs with a deeper teacher",
            reference: "the paper expects the range to change with a deeper teacher",
            description: "As kinds/drop, kinds/capture and kinds/check, with a teacher two plies deeper instead of one.",
        },
        config: |scale| config(scale, 2),
        // The next turn cannot look deeper.
        grid: |config| {
            let sets = [MoveKindSet::Drop, MoveKindSet::Capture, MoveKindSet::Check];
            let teachers = [TargetSearch::PlainDeeper, TargetSearch::LearnedDeeper];
            grid(config, &sets, &teachers)
        },
        measure,
        results: |config, groups| results(config, groups, &[]),
    };
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Config {
    seeds: usize,
    #[serde(flatten)]
    training: CostTrainingConfig,
}

/// One set with a teacher one ply deeper.
const fn one_set(
    info: ExperimentInfo,
    grid: fn(&Config) -> Grid<Condition>,
    results: fn(&Config, &CostGroups<'_>) -> Results,
) -> CostLearning {
    Experiment {
        info,
        config: |scale| config(scale, 1),
        grid,
        measure,
        results,
    }
}

/// `deeper` are the additional plies of the teacher.
fn config(scale: Scale, deeper: u32) -> Config {
    Config {
        seeds: scale.pick(1, 3),
        training: CostTrainingConfig {
            deeper,
            ..CostTrainingConfig::paper(scale.pick(60, 8_000))
        },
    }
}

fn grid(config: &Config, sets: &[MoveKindSet], teachers: &[TargetSearch]) -> Grid<Condition> {
    Grid::product(sets, teachers).repeat(config.seeds)
}

fn measure(unit: Unit<'_, Config, Condition>) -> Result<CostTraining, BoxError> {
    let &(kinds, teacher) = unit.condition;
    train_shogi_costs(kinds, &unit.config.training, teacher, unit.rng)
}

/// `paper` is the paper's result by kind.
fn results(config: &Config, groups: &CostGroups<'_>, paper: &[&'static str]) -> Results {
    let plots = groups.iter().flat_map(|group| {
        let (kinds, teacher) = *group.condition;
        let teacher = teacher_name(teacher);
        (0..).zip(&group.samples).map(move |(seed, training)| {
            let title = format!("{teacher} teacher, {}", seed_name(&seed));
            curves(title, &MoveKindSet::NAMES[kinds.index_range()], training)
        })
    });
    let tables = [costs(config, groups, paper), frequencies(groups)];
    with_curves(Results::new(tables), plots.collect())
}

/// The sets of kinds in the order of the conditions.
fn sets(groups: &CostGroups<'_>) -> Vec<MoveKindSet> {
    let mut sets: Vec<MoveKindSet> = groups.iter().map(|group| group.condition.0).collect();
    let first = sets[0];
    let count = sets.iter().skip(1).position(|&kinds| kinds == first);
    sets.truncate(count.map_or(sets.len(), |count| count + 1));
    sets
}

fn teacher_name(teacher: TargetSearch) -> &'static str {
    match teacher {
        TargetSearch::PlainDeeper => "plain",
        TargetSearch::LearnedDeeper => "learned",
        TargetSearch::NextTurn => "next turn",
    }
}

fn costs(config: &Config, groups: &CostGroups<'_>, paper: &[&'static str]) -> ResultTable {
    let mut rows = Vec::new();
    for kinds in sets(groups) {
        for (index, kind) in MoveKindSet::NAMES[kinds.index_range()].iter().enumerate() {
            for group in groups.iter().filter(|group| group.condition.0 == kinds) {
                let row = CostRow::new(kind, index, config.seeds, &group.samples);
                rows.push((row, paper.get(index).copied(), group.condition.1));
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

fn frequencies(groups: &CostGroups<'_>) -> ResultTable {
    let mut rows = Vec::new();
    for kinds in sets(groups) {
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::frame::testing::results;

    #[test]
    fn units_are_numbered_by_set_teacher_and_seed() {
        let condition = |experiment: &CostLearning, index| {
            let grid = (experiment.grid)(&(experiment.config)(Scale::Paper));
            let (condition, repetition) = grid.unit(index).unwrap();
            (condition.0, condition.1, repetition)
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
        let mut config = (CostLearning::CAPTURES.config)(Scale::Paper);
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
