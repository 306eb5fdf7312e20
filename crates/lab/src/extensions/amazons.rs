//! `kinds/amazons`: costs of move kinds in Amazons, learned by the same rule with the engine.

use amazons::{Color, Game, Move, Position};
use engine::{Engine, GoLimits, Score};
use game::MoveKind;
use learning::move_costs::{CostLearningConfig, TargetSearch};

use super::cost_training::{CostTraining, DeltaSchedule};
use super::report::{CostRow, curves, seed_name, share, with_curves};
use crate::prelude::*;

/// Candidate moves per node, so that a search takes milliseconds.
const WIDTH: &str = "kept=12;kept_at_root=24";

/// Training of costs in Amazons.
pub struct AmazonsCosts;

/// Parameters.
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

impl Experiment for AmazonsCosts {
    type Config = Config;
    type Condition = ();
    type Sample = CostTraining;

    fn info(&self) -> ExperimentInfo {
        ExperimentInfo {
            id: "kinds/amazons",
            title: "Costs of move kinds in Amazons",
            reference: "beyond the paper, which learns in Shogi",
            description: "Equation 3 for moves that separate a region, free an amazon, block an enemy or contest a square, and for \
                          all others, with the engine's alpha-beta and a teacher one ply deeper. `thermodon match` plays with \
                          learned costs: option.Parameters=cost_separating=…;cost_quiet=….",
        }
    }

    fn config(&self, scale: Scale) -> Config {
        Config {
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
        }
    }

    fn grid(&self, config: &Config) -> Grid<()> {
        Grid::new([()]).repeat(config.seeds)
    }

    fn measure(
        &self,
        config: &Config,
        _: &Unit<'_, ()>,
        rng: &mut SplitMix64,
    ) -> Result<CostTraining, BoxError> {
        EngineCostLearner::new(config)?.train(rng)
    }

    fn results(&self, config: &Config, groups: &Groups<'_, (), CostTraining>) -> Results {
        let runs: Vec<&CostTraining> = groups.samples().collect();
        let rows = Position::MOVE_KINDS
            .iter()
            .enumerate()
            .map(|(index, kind)| {
                let cost = |seed: usize| runs.get(seed).map(|run| run.costs()[index]);
                let row = CostRow {
                    kind,
                    costs: (0..config.seeds).map(cost).collect(),
                };
                (index, row)
            });
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
}

/// A training run with the engine as searcher.
struct EngineCostLearner<'a> {
    config: &'a Config,
    engine: Engine,
    costs: Vec<f64>,
}

impl<'a> EngineCostLearner<'a> {
    fn new(config: &'a Config) -> Result<Self, BoxError> {
        let mut engine = Engine::new();
        for (name, value) in [
            ("Player", "alpha-beta"),
            ("Hash", "0"),
            ("EndgameTable", "none"),
        ] {
            engine.set_option(name, value)?;
        }
        Ok(Self {
            config,
            engine,
            costs: vec![1.0; Position::MOVE_KINDS.len()],
        })
    }

    fn train(mut self, rng: &mut SplitMix64) -> Result<CostTraining, BoxError> {
        let mut training = CostTraining::new(&self.costs);
        let plain = vec![1.0; self.costs.len()];
        let mut deltas = rng.split();
        let total = self.config.updates;
        let mut updates = 0;
        let mut games = 0;
        while updates < total {
            let us = Color::ALL[games % 2];
            games += 1;
            let mut position = self.opening(rng)?;
            while position.proven_outcome().is_none() && updates < total {
                let is_ours = position.to_move() == us;
                let costs = if is_ours { &self.costs } else { &plain }.clone();
                let (mv, value) = self.search(&position, &costs, self.config.rule.plies)?;
                if is_ours {
                    training.count(&position, mv, |mv| kind_index(&position, mv));
                    let delta = self.config.delta.next(&mut deltas);
                    match value {
                        Some(value) if self.update(&position, delta, value)? => {
                            updates += 1;
                            training.record_update(updates, total, &costs, &self.costs);
                        }
                        _ => training.skipped += 1,
                    }
                }
                position.play(mv);
            }
            match position
                .proven_outcome()
                .map(|outcome| outcome.sign_for(us))
            {
                Some(1) => training.wins += 1,
                Some(_) => training.losses += 1,
                None => {}
            }
        }
        Ok(training)
    }

    fn opening(&self, rng: &mut SplitMix64) -> Result<Position, BoxError> {
        let mut position = Position::parse(&self.config.board)?;
        for _ in 0..self.config.opening_plies {
            let moves = position.moves();
            if let Some(&mv) = moves.get(rng.below(moves.len())) {
                position.play(mv);
            }
        }
        Ok(position)
    }

    /// Best move and its value with these costs; no value if it is proven.
    fn search(
        &mut self,
        position: &Position,
        costs: &[f64],
        depth: u32,
    ) -> Result<(Move, Option<f64>), BoxError> {
        let costs: Vec<String> = Position::MOVE_KINDS
            .iter()
            .zip(costs)
            .map(|(kind, cost)| format!("cost_{kind}={cost}"))
            .collect();
        let parameters = format!("{WIDTH};{}", costs.join(";"));
        self.engine.set_option("Parameters", &parameters)?;
        let mut limits = GoLimits::depth(depth);
        limits.search.final_report_only = true;
        let analysis = self.engine.analyze(position, limits)?;
        let mv = analysis.best_move().ok_or("the engine has no move")?;
        let value = match analysis.score() {
            Some(Score::Estimate(thousandths)) => {
                Some(f64::from(thousandths) / self.config.rule.value_unit)
            }
            _ => None,
        };
        Ok((mv, value))
    }

    /// Equation 3 for all costs; `false` if a search saw the end.
    fn update(&mut self, position: &Position, delta: f64, own: f64) -> Result<bool, BoxError> {
        let rule = self.config.rule;
        let teacher = match rule.target {
            TargetSearch::LearnedDeeper => self.costs.clone(),
            TargetSearch::PlainDeeper => vec![1.0; self.costs.len()],
            TargetSearch::NextTurn => return Err("the next turn is no teacher in Amazons".into()),
        };
        let (_, target) = self.search(position, &teacher, rule.plies + rule.extra_plies)?;
        let Some(target) = target else {
            return Ok(false);
        };
        let before = self.costs.clone();
        let mut after = before.clone();
        for (index, cost) in after.iter_mut().enumerate() {
            let mut changed = before.clone();
            changed[index] += delta;
            let (_, shifted) = self.search(position, &changed, rule.plies)?;
            let Some(shifted) = shifted else {
                return Ok(false);
            };
            *cost = rule.updated_cost(*cost, delta, target, own, shifted);
        }
        self.costs = after;
        Ok(true)
    }
}

fn kind_index(position: &Position, mv: Move) -> usize {
    let MoveKind(kind) = position.move_kind(mv);
    usize::from(kind)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::frame::testing::{results, sample};

    #[test]
    fn a_short_run_is_reproducible() {
        let mut config = AmazonsCosts.config(Scale::Small);
        config.board = "5x5".to_owned();
        config.updates = 4;
        let training = sample(&AmazonsCosts, &config, 0, 1);
        assert_eq!(training, sample(&AmazonsCosts, &config, 0, 1));
        assert!(training.played.iter().sum::<u64>() >= 4);
        let results = results(&AmazonsCosts, &config, &BTreeMap::from([(0, training)]));
        assert_eq!(results.tables[0].rows.len(), Position::MOVE_KINDS.len());
    }
}
