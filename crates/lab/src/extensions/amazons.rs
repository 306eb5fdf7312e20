//! `kinds/amazons`: costs of move kinds in Amazons, learned by the same rule with the engine.

use amazons::{Game, Move, Position};
use engine::{Engine, GoLimits, Score};
use learning::move_costs::{CostLearningConfig, TargetSearch};

use super::cost_training::{CostTraining, DeltaSchedule, TrainingGame, train_costs};
use super::report::{CostRow, curves, seed_name, share, with_curves};
use crate::games::{engine_with, random_opening};
use crate::prelude::*;

/// Candidate moves per node, so that a search takes milliseconds.
const WIDTH: &str = "kept=12;kept_at_root=24";

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Config {
    seeds: usize,
    board: String,
    /// Random moves at the start of games.
    opening_plies: usize,
    updates: u32,
    #[serde(flatten)]
    delta: DeltaSchedule,
    /// Update rule; its node limits are not used.
    rule: CostLearningConfig,
}

/// Training of costs in Amazons.
pub const AMAZONS_COSTS: Experiment<Config, (), CostTraining> = Experiment {
    info: ExperimentInfo {
        id: "kinds/amazons",
        title: "Costs of move kinds in Amazons",
        reference: "beyond the paper, which learns in Shogi",
        description: "Equation 3 for moves that separate a region, free an amazon, block an enemy or contest a square, and for \
                      all others, with the engine's alpha-beta and a teacher one ply deeper. `thermodon match` plays with \
                      learned costs: option.Parameters=cost_separating=…;cost_quiet=….",
    },
    config: |scale| Config {
        seeds: scale.pick(1, 3),
        board: scale.pick("6x6", "10x10").to_owned(),
        opening_plies: 2,
        updates: scale.pick(20, 8_000),
        delta: DeltaSchedule::DEFAULT,
        rule: CostLearningConfig {
            rate: 0.005,
            max_update: 0.01,
            min_cost: 0.3,
            max_cost: 2.0,
            value_unit: 1_000.0,
            plies: 2,
            extra_plies: 1,
            target: TargetSearch::PlainDeeper,
            nodes: u64::MAX,
            target_nodes: u64::MAX,
        },
    },
    grid: |config| Grid::new([()]).repeat(config.seeds),
    measure,
    results,
};

fn measure(unit: Unit<'_, Config, ()>) -> Result<CostTraining, BoxError> {
    let config = unit.config;
    let mut training = EngineTraining {
        config,
        engine: engine_with(&[
            ("Player", "alpha-beta"),
            ("Hash", "0"),
            ("EndgameTable", "none"),
        ])?,
    };
    let kinds = 0..Position::MOVE_KINDS.len();
    let schedule = (config.updates, config.delta);
    train_costs(&mut training, config.rule, &kinds, schedule, unit.rng)
}

fn results(config: &Config, groups: &Groups<'_, (), CostTraining>) -> Results {
    let runs: Vec<&CostTraining> = groups.samples().collect();
    let rows = Position::MOVE_KINDS.iter().enumerate();
    let rows = rows.map(|(index, kind)| (index, CostRow::new(kind, index, config.seeds, &runs)));
    let frequency = |index: usize, count: fn(&CostTraining) -> &Vec<u64>| {
        let part: u64 = runs.iter().map(|run| count(run)[index]).sum();
        share(part, runs.iter().flat_map(|run| count(run)).sum())
    };
    let table = ResultTable::over("Final cost of a kind of move, in plies", rows)
        .column("kind", |row| row.1.kind)
        .columns(0..config.seeds, seed_name, |row, &seed| row.1.cost(seed))
        .column("direction", |row| row.1.direction())
        .column("of legal moves, %", |row| {
            frequency(row.0, |run| &run.legal)
        })
        .column("of moves played, %", |row| {
            frequency(row.0, |run| &run.played)
        })
        .note(&format!(
            "{}, {} updates of α = {}, {} plies, values in logits. Moves of costs below 1 are searched deeper.",
            config.board,
            plot::format_number(config.updates.into(), 0),
            config.rule.rate,
            config.delta.description()
        ));
    let plots = (0..)
        .zip(&runs)
        .map(|(seed, run)| curves(seed_name(&seed), Position::MOVE_KINDS, run));
    with_curves(Results::new([table]), plots.collect())
}

/// Games and searches of the engine.
struct EngineTraining<'a> {
    config: &'a Config,
    engine: Engine,
}

impl TrainingGame<Position> for EngineTraining<'_> {
    fn new_game(&mut self, _: usize, rng: &mut SplitMix64) -> Result<Position, BoxError> {
        let start = Position::parse(&self.config.board)?;
        random_opening(&start, self.config.opening_plies, rng)
    }

    fn search(
        &mut self,
        position: &Position,
        costs: &[f64],
        plies: u32,
        _: u64,
    ) -> Result<(Option<Move>, Option<f64>), BoxError> {
        let costs = Position::MOVE_KINDS.iter().zip(costs);
        let costs: Vec<String> = costs
            .map(|(kind, cost)| format!("cost_{kind}={cost}"))
            .collect();
        let parameters = format!("{WIDTH};{}", costs.join(";"));
        self.engine.set_option("Parameters", &parameters)?;
        let mut limits = GoLimits::depth(plies);
        limits.search.final_report_only = true;
        let analysis = self.engine.analyze(position, limits)?;
        let value = match analysis.score() {
            Some(Score::Estimate(millilogits)) => Some(f64::from(millilogits)),
            _ => None,
        };
        Ok((analysis.best_move(), value))
    }

    fn opponent_move(&mut self, position: &Position) -> Result<Option<Move>, BoxError> {
        let plain = vec![1.0; Position::MOVE_KINDS.len()];
        Ok(self
            .search(position, &plain, self.config.rule.plies, u64::MAX)?
            .0)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::frame::testing::{results, sample};

    #[test]
    fn a_short_run_is_reproducible() {
        let mut config = (AMAZONS_COSTS.config)(Scale::Small);
        config.board = "5x5".to_owned();
        config.updates = 4;
        let training = sample(&AMAZONS_COSTS, &config, 0, 1);
        assert_eq!(training, sample(&AMAZONS_COSTS, &config, 0, 1));
        assert!(training.played.iter().sum::<u64>() >= 4);
        let results = results(&AMAZONS_COSTS, &config, &BTreeMap::from([(0, training)]));
        assert_eq!(results.tables[0].rows.len(), Position::MOVE_KINDS.len());
    }
}
