//! `om/shogi`: the match in Shogi of Tokuda et al., section 5.2, between opponent-model search and
//! alpha-beta.

use search::alpha_beta::AlphaBetaParameters;
use search::opponent_model::{OpponentModelSearch, SearcherPredictor};
use search::{AlphaBeta, SearchLimits, Searcher};
use shogi::{Evaluation, Position};

use super::matches::prediction_rate;
use crate::extensions::{play_shogi_pair, player};
use crate::games::{MatchScore, random_opening};
use crate::prelude::*;

/// Evaluation of a player, by the terms it includes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EvaluationVariant {
    /// Material, piece placement, and static exchange evaluation (SEE) on the square of the last
    /// move.
    #[serde(rename = "everything")]
    Full,
    /// Material and piece placement.
    NoExchanges,
    /// Material and SEE.
    MaterialAndExchanges,
    Material,
}

impl EvaluationVariant {
    pub(super) const ALL: [Self; 4] = [
        Self::Full,
        Self::NoExchanges,
        Self::MaterialAndExchanges,
        Self::Material,
    ];

    pub(super) fn evaluation(self) -> Evaluation {
        Evaluation {
            uses_piece_placement: matches!(self, Self::Full | Self::NoExchanges),
            uses_see: matches!(self, Self::Full | Self::MaterialAndExchanges),
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::NoExchanges => "no exchanges",
            Self::MaterialAndExchanges => "material and exchanges",
            Self::Material => "material",
        }
    }
}

/// Full-width alpha-beta without a transposition table, so that its moves depend on position and
/// depth alone and an exact model can predict them.
pub(super) fn alpha_beta(evaluation: EvaluationVariant) -> AlphaBeta<Evaluation> {
    AlphaBeta::new(evaluation.evaluation())
        .with_memory_limit(0)
        .with_parameters(AlphaBetaParameters::full_width())
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Config {
    /// Openings per matchup; two games each.
    openings: usize,
    opening_plies: usize,
    /// Number of plies after which a game is a draw.
    #[serde(rename = "longest")]
    max_plies: usize,
    #[serde(rename = "arrangements")]
    matchups: Vec<Matchup>,
}

/// Search depth of both players, in plies, and the evaluation of each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Matchup {
    #[serde(rename = "plies")]
    depth: u32,
    ours: EvaluationVariant,
    theirs: EvaluationVariant,
}

/// Scores of both players that are compared, each over two games from the same opening.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sample {
    opponent_model: MatchScore,
    /// Score of alpha-beta with the same depth and evaluation.
    alpha_beta: MatchScore,
}

/// Match of opponent-model search with an exact model against alpha-beta.
pub const SHOGI_EXACT_MODEL: Experiment<Config, Matchup, Sample> = Experiment {
    info: ExperimentInfo {
        id: "om/shogi",
        title: "Opponent-model search with an exact model (Shogi)",
        reference: "Tokuda et al., section 5.2: with the same depth and an exact model, 19 wins and 1 loss against alpha-beta",
        description: "Gain of opponent-model search over alpha-beta with the same evaluation and depth, against plain alpha-beta \
                      whose every reply is predicted: with our evaluation, and with one that ignores exchanges.",
    },
    config: |scale| {
        let matchup = |theirs| Matchup {
            depth: 2,
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
    },
    grid: |config| Grid::of(&config.matchups).repeat(config.openings),
    measure,
    results,
};

fn measure(unit: Unit<'_, Config, Matchup>) -> Result<Sample, BoxError> {
    let matchup = *unit.condition;
    let start = random_opening(&Position::start(), unit.config.opening_plies, unit.rng)?;
    let max_plies = unit.config.max_plies;
    Ok(Sample {
        opponent_model: play(&start, max_plies, matchup, || exact_model(matchup))?,
        alpha_beta: play(&start, max_plies, matchup, || alpha_beta(matchup.ours))?,
    })
}

fn results(config: &Config, groups: &Groups<'_, Matchup, Sample>) -> Results {
    let total = |group: &Group<'_, Matchup, Sample>, count: fn(MatchScore) -> u32| -> u32 {
        let samples = group.samples.iter();
        samples.map(|sample| count(sample.opponent_model)).sum()
    };
    let title = "Score against a modeled opponent in Shogi";
    let table = ResultTable::over(title, groups.iter())
        .column("depth", |group| group.condition.depth.to_string())
        .column("their evaluation", |group| group.condition.theirs.name())
        .column("games", |group| total(group, MatchScore::games))
        .column("paper", |_| "19–1")
        .column("opponent model: wins", |group| total(group, |score| score.wins))
        .column("draws", |group| total(group, |score| score.draws))
        .column("losses", |group| total(group, |score| score.losses))
        .estimate("score, %", 1, |group| {
            group.mean(|sample| sample.opponent_model.percent())
        })
        .estimate("alpha-beta: score, %", 1, |group| {
            group.mean(|sample| sample.alpha_beta.percent())
        })
        .estimate("gain", 1, |group| {
            group.mean(|sample| sample.opponent_model.percent() - sample.alpha_beta.percent())
        })
        .estimate("predicted, %", 1, |group| {
            prediction_rate(group.samples.iter().map(|sample| sample.opponent_model))
        })
        .note(&format!(
            "Two games per opening of {} random plies, colors swapped; the gain over alpha-beta of the same depth and evaluation \
             against the same opponent is paired by opening. 95 % intervals.",
            config.opening_plies
        ));
    Results::new([table])
}

/// Opponent-model search with a model that plays exactly as the opponent.
fn exact_model(
    matchup: Matchup,
) -> OpponentModelSearch<Position, Evaluation, SearcherPredictor<Position>> {
    let model = SearcherPredictor::new(
        Box::new(alpha_beta(matchup.theirs)),
        SearchLimits::depth(matchup.depth),
    );
    OpponentModelSearch::new(matchup.ours.evaluation(), vec![(model, 1.0)])
}

/// Score of `us` in two games against alpha-beta from an opening, with colors swapped.
fn play<S: Searcher<Position> + 'static>(
    start: &Position,
    max_plies: usize,
    matchup: Matchup,
    us: impl Fn() -> S,
) -> Result<MatchScore, BoxError> {
    let limits = || SearchLimits::depth(matchup.depth);
    play_shogi_pair(start, max_plies, || {
        [
            player(us(), limits()),
            player(alpha_beta(matchup.theirs), limits()),
        ]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exact_model_predicts_every_reply() {
        let matchup = Matchup {
            depth: 2,
            ours: EvaluationVariant::Full,
            theirs: EvaluationVariant::Material,
        };
        let mut rng = SplitMix64::from_seed(1);
        let start = random_opening(&Position::start(), 4, &mut rng).unwrap();
        let score = play(&start, 20, matchup, || exact_model(matchup)).unwrap();
        assert_eq!(score.games(), 2);
        assert!(score.predictions >= 10, "{score:?}");
        assert_eq!(score.predictions, score.correct_predictions);
    }
}
