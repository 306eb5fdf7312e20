//! `om/shogi` and `om/bait`: the paper's match and its example, in Shogi.

use game::{Color, Game};
use search::alpha_beta::AlphaBetaParameters;
use search::opponent_model::{Minimax, OpponentModelSearch, SearcherPredictor};
use search::{AlphaBeta, Score, SearchLimits, Searcher, StopSignal};
use shogi::{Evaluation, Move, Position};

use super::matches::{MatchScore, prediction_rate};
use crate::extensions::{ShogiPlayer, opening, pawns, play};
use crate::prelude::*;

/// Terms of the evaluation that a player uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EvaluationVariant {
    /// Material, kings, and the exchange on the square of the last move.
    #[serde(rename = "everything")]
    Full,
    /// Material and kings.
    NoExchanges,
    /// Material and exchanges.
    MaterialAndExchanges,
    /// Material.
    Material,
}

impl EvaluationVariant {
    const ALL: [Self; 4] = [
        Self::Full,
        Self::NoExchanges,
        Self::MaterialAndExchanges,
        Self::Material,
    ];

    fn evaluation(self) -> Evaluation {
        Evaluation {
            uses_piece_placement: matches!(self, Self::Full | Self::NoExchanges),
            uses_see: matches!(self, Self::Full | Self::MaterialAndExchanges),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::NoExchanges => "no exchanges",
            Self::MaterialAndExchanges => "material and exchanges",
            Self::Material => "material",
        }
    }
}

/// Plain alpha-beta, whose moves depend on the position alone.
fn alpha_beta(evaluation: EvaluationVariant) -> AlphaBeta<Evaluation> {
    AlphaBeta::new(evaluation.evaluation())
        .with_memory_limit(0)
        .with_parameters(AlphaBetaParameters::full_width())
}

/// Match of OM search with an exact model against alpha-beta.
pub struct ShogiExactModel;

/// Parameters.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Config {
    /// Openings per matchup; two games each.
    openings: usize,
    opening_plies: usize,
    /// Games are drawn after this many plies.
    #[serde(rename = "longest")]
    max_plies: usize,
    #[serde(rename = "arrangements")]
    matchups: Vec<Matchup>,
}

/// Depth of both players and the evaluation of each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Matchup {
    plies: u32,
    ours: EvaluationVariant,
    theirs: EvaluationVariant,
}

/// Game pairs from one opening.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sample {
    opponent_model: MatchScore,
    /// Alpha-beta of the same depth and evaluation.
    alpha_beta: MatchScore,
}

impl Experiment for ShogiExactModel {
    type Config = Config;
    type Condition = Matchup;
    type Sample = Sample;

    fn info(&self) -> ExperimentInfo {
        ExperimentInfo {
            id: "om/shogi",
            title: "Opponent-model search with an exact model (Shogi)",
            reference: "Tokuda et al., section 5.2: with the same depth and an exact model, 19 wins and 1 loss against alpha-beta",
            description: "Gain of opponent-model search over alpha-beta with the same evaluation and depth, against plain alpha-beta \
                          whose every reply is predicted: with our evaluation, and with one that ignores exchanges.",
        }
    }

    fn config(&self, scale: Scale) -> Config {
        let matchup = |theirs| Matchup {
            plies: 2,
            ours: EvaluationVariant::Full,
            theirs,
        };
        Config {
            openings: scale.pick(1, 100),
            opening_plies: 4,
            max_plies: scale.pick(60, 300),
            matchups: vec![
                matchup(EvaluationVariant::Full),
                matchup(EvaluationVariant::NoExchanges),
            ],
        }
    }

    fn grid(&self, config: &Config) -> Grid<Matchup> {
        Grid::new(config.matchups.iter().copied()).repeat(config.openings)
    }

    fn measure(
        &self,
        config: &Config,
        unit: &Unit<'_, Matchup>,
        rng: &mut SplitMix64,
    ) -> Result<Sample, BoxError> {
        let matchup = *unit.condition;
        let start = opening(config.opening_plies, rng);
        let play = |us: &dyn Fn() -> Box<dyn Searcher<Position>>| {
            play_pair(&start, config.max_plies, matchup, us)
        };
        Ok(Sample {
            opponent_model: play(&|| Box::new(exact_model(matchup)))?,
            alpha_beta: play(&|| Box::new(alpha_beta(matchup.ours)))?,
        })
    }

    fn results(&self, config: &Config, groups: &Groups<'_, Matchup, Sample>) -> Results {
        let sum = |group: &Group<'_, Matchup, Sample>, count: fn(MatchScore) -> u32| -> u32 {
            let samples = group.samples.iter();
            samples.map(|one| count(one.opponent_model)).sum()
        };
        let title = "Score against a modeled opponent in Shogi";
        let table = ResultTable::over(title, groups.iter())
            .column("depth", |group| group.condition.plies.to_string())
            .column("their evaluation", |group| group.condition.theirs.name())
            .column("games", |group| sum(group, MatchScore::games))
            .column("paper", |_| "19–1")
            .column("opponent model: wins", |group| sum(group, |score| score.wins))
            .column("draws", |group| sum(group, |score| score.draws))
            .column("losses", |group| sum(group, |score| score.losses))
            .estimate("score, %", 1, |group| group.mean(|one| one.opponent_model.percent()))
            .estimate("alpha-beta: score, %", 1, |group| {
                group.mean(|one| one.alpha_beta.percent())
            })
            .estimate("gain", 1, |group| {
                group.mean(|one| one.opponent_model.percent() - one.alpha_beta.percent())
            })
            .estimate("predicted, %", 1, |group| {
                prediction_rate(group.samples.iter().map(|one| one.opponent_model))
            })
            .note(&format!(
                "Two games per opening of {} random plies, colors swapped; the gain over alpha-beta of the same depth and evaluation \
                 against the same opponent is paired by opening. 95 % intervals.",
                config.opening_plies
            ));
        Results::new([table])
    }
}

/// Opponent-model search with a model that plays exactly as the opponent.
fn exact_model(
    matchup: Matchup,
) -> OpponentModelSearch<Position, Evaluation, SearcherPredictor<Position>> {
    let opponent = Box::new(alpha_beta(matchup.theirs));
    let model = SearcherPredictor::new(opponent, SearchLimits::depth(matchup.plies));
    OpponentModelSearch::new(matchup.ours.evaluation(), vec![(model, 1.0)])
}

/// Two games from an opening, with colors swapped.
fn play_pair(
    start: &Position,
    max_plies: usize,
    matchup: Matchup,
    us: &dyn Fn() -> Box<dyn Searcher<Position>>,
) -> Result<MatchScore, BoxError> {
    let mut score = MatchScore::default();
    for color in Color::ALL {
        let player = |searcher| ShogiPlayer {
            searcher,
            limits: SearchLimits::depth(matchup.plies),
        };
        let mut ours = player(us());
        let mut theirs = player(Box::new(alpha_beta(matchup.theirs)));
        let (black, white) = match color {
            Color::Black => (&mut ours, &mut theirs),
            Color::White => (&mut theirs, &mut ours),
        };
        let mut predicted = None;
        let outcome = play(start, black, white, max_plies, |position, mv, reply| {
            if position.to_move() == color {
                predicted = reply;
            } else {
                score.add_reply(predicted.take(), &mv);
            }
        })?;
        score.add_result(outcome.sign_for(color));
    }
    Ok(score)
}

/// The paper's example of a bait.
pub struct BaitExample;

/// Probable position of the example.
const EXAMPLE: &str = "startpos moves 7g7f 3c3d";

/// The bait.
const BAIT: &str = "8i7g";

/// Parameters.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BaitConfig {
    /// Search depths.
    plies: Vec<u32>,
}

/// Moves and values in the example.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BaitResult {
    /// Move of alpha-beta.
    alpha_beta: String,
    /// Move of OM search.
    opponent_model: String,
    /// Predicted reply.
    reply: String,
    /// Value of the move to OM search, in pawns.
    value: f64,
    /// Value of the bait to OM search, in pawns.
    bait_value: f64,
    /// Predicted reply to the bait.
    bait_reply: String,
    /// Number of moves that OM search prefers to the bait.
    better_moves: usize,
}

impl Experiment for BaitExample {
    type Config = BaitConfig;
    /// Depth, our evaluation, their evaluation.
    type Condition = (u32, EvaluationVariant, EvaluationVariant);
    type Sample = BaitResult;

    fn info(&self) -> ExperimentInfo {
        ExperimentInfo {
            id: "om/bait",
            title: "The bait of the paper's example",
            reference: "Tokuda et al., section 5.2: after (probably) 7g7f 3c3d alpha-beta plays 3i4h; OM search plays 8i7g, \
                        counting on 2b7g+ 8h7g",
            description: "At which depth, and with which evaluations, opponent-model search plays the bait. The model has the \
                          remaining depth of the search, as in the paper's definition.",
        }
    }

    fn config(&self, scale: Scale) -> BaitConfig {
        BaitConfig {
            plies: scale.pick(vec![2], vec![2, 3, 4]),
        }
    }

    fn grid(&self, config: &BaitConfig) -> Grid<Self::Condition> {
        let variants = EvaluationVariant::ALL;
        Grid::new(config.plies.iter().flat_map(|&depth| {
            variants
                .into_iter()
                .flat_map(move |ours| variants.map(|theirs| (depth, ours, theirs)))
        }))
    }

    fn measure(
        &self,
        _: &BaitConfig,
        unit: &Unit<'_, Self::Condition>,
        _: &mut SplitMix64,
    ) -> Result<BaitResult, BoxError> {
        let &(depth, ours, theirs) = unit.condition;
        let position = Position::parse(EXAMPLE)?;
        let bait = position.parse_move(BAIT)?;
        let limits = SearchLimits::depth(depth);
        let plain = alpha_beta(ours).search(&position, &limits, &StopSignal::new(), &mut |_| {});
        let model = Minimax::with_caller_depth(theirs.evaluation());
        let mut search = OpponentModelSearch::new(ours.evaluation(), vec![(model, 1.0)]);
        let limits = SearchLimits {
            multipv: usize::MAX,
            ..limits
        };
        let result = search.search(&position, &limits, &StopSignal::new(), &mut |_| {});
        let text = |mv: Option<&Move>| mv.map_or("–".to_owned(), |mv| mv.to_usi());
        let value = |score: Option<Score>| match score {
            Some(Score::Estimate(thousandths)) => pawns(thousandths),
            _ => f64::NAN,
        };
        let best = result.lines.first().ok_or("there is no move")?;
        let rank = result.lines.iter().position(|line| line.pv[0] == bait);
        let rank = rank.ok_or("the bait is not a legal move")?;
        Ok(BaitResult {
            alpha_beta: text(plain.best_move().as_ref()),
            opponent_model: text(best.pv.first()),
            reply: text(best.pv.get(1)),
            value: value(best.score),
            bait_value: value(result.lines[rank].score),
            bait_reply: text(result.lines[rank].pv.get(1)),
            better_moves: rank,
        })
    }

    fn results(&self, _: &BaitConfig, groups: &Groups<'_, Self::Condition, BaitResult>) -> Results {
        let rows = groups
            .measured()
            .map(|group| (*group.condition, group.samples[0]));
        let table = ResultTable::over("After 7g7f 3c3d", rows)
            .column("depth", |row| row.0.0.to_string())
            .column("our evaluation", |row| row.0.1.name())
            .column("their evaluation", |row| row.0.2.name())
            .column("alpha-beta", |row| row.1.alpha_beta.clone())
            .column("OM search", |row| row.1.opponent_model.clone())
            .column("predicted reply", |row| row.1.reply.clone())
            .column("value", |row| format!("{:+.2}", row.1.value))
            .column("value of 8i7g", |row| format!("{:+.2}", row.1.bait_value))
            .column("predicted reply", |row| row.1.bait_reply.clone())
            .column("better moves", |row| row.1.better_moves)
            .note("Values of OM search in pawns.");
        Results::new([table])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::testing::sample;

    #[test]
    fn an_exact_model_predicts_every_reply() {
        let matchup = Matchup {
            plies: 2,
            ours: EvaluationVariant::Full,
            theirs: EvaluationVariant::Material,
        };
        let start = opening(4, &mut SplitMix64::from_seed(1));
        let score = play_pair(&start, 20, matchup, &|| Box::new(exact_model(matchup))).unwrap();
        assert_eq!(score.games(), 2);
        assert!(score.predictions >= 10, "{score:?}");
        assert_eq!(score.predictions, score.predicted);
    }

    #[test]
    fn the_bait_is_taken_by_an_opponent_who_ignores_exchanges() {
        let config = BaitExample.config(Scale::Small);
        let grid = BaitExample.grid(&config);
        let wanted = (
            2,
            EvaluationVariant::MaterialAndExchanges,
            EvaluationVariant::Material,
        );
        let index = (0..grid.unit_count())
            .find(|&index| *grid.unit(index).unwrap().condition == wanted)
            .unwrap();
        let result = sample(&BaitExample, &config, index, 1);
        assert_eq!(result.bait_reply, "2b7g+");
        assert!(result.bait_value > 5.0, "{result:?}");
    }
}
