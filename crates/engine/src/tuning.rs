//! The searches' parameters by name, for those who tune them: one engine plays another that differs in
//! a number, without a build of its own.

use std::str::FromStr;

use amazons::{Game, Position};
use search::alpha_beta;
use search::monte_carlo::{ExpansionParameters, Parameters};

use crate::candidates::STEPS_KEPT;
use crate::learned::POLICY_TEMPERATURE;

/// Parameters that differ from their defaults, as `name=value`, separated by semicolons.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Tuning(Vec<(String, f64)>);

impl Tuning {
    /// Changes what steers a Monte-Carlo search.
    pub(crate) fn monte_carlo(&self, mut parameters: Parameters) -> Parameters {
        self.apply(|name, value| set_monte_carlo(&mut parameters, name, value));
        parameters
    }

    /// Changes what steers how leaves grow from the hand-made evaluation.
    pub(crate) fn expansion(&self) -> ExpansionParameters {
        let mut parameters = ExpansionParameters::default();
        self.apply(|name, value| set_expansion(&mut parameters, name, value));
        parameters
    }

    /// Changes what steers alpha-beta.
    pub(crate) fn alpha_beta(&self) -> alpha_beta::Parameters {
        let mut parameters = alpha_beta::Parameters::default();
        self.apply(|name, value| set_alpha_beta(&mut parameters, name, value));
        parameters
    }

    /// How many steps have their arrows looked at by the hand-made evaluation.
    pub(crate) fn steps_kept(&self) -> usize {
        let mut steps = STEPS_KEPT;
        self.apply(|name, value| set_steps(&mut steps, name, value));
        steps
    }

    /// How seriously the network's policy is taken.
    pub(crate) fn policy_temperature(&self) -> f32 {
        let mut temperature = POLICY_TEMPERATURE;
        self.apply(|name, value| set_temperature(&mut temperature, name, value));
        temperature
    }

    fn apply(&self, mut set: impl FnMut(&str, f64) -> bool) {
        for (name, value) in &self.0 {
            set(name, *value);
        }
    }
}

impl FromStr for Tuning {
    type Err = String;

    /// Reads the list; the error is a sentence.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut list = Vec::new();
        for part in text
            .split(';')
            .map(str::trim)
            .filter(|part| !part.is_empty())
        {
            let (name, value) = part
                .split_once('=')
                .ok_or_else(|| format!("{part:?} is not name=value"))?;
            let (name, value) = (name.trim(), value.trim());
            if !is_known(name) {
                return Err(format!("no search has a parameter {name:?}"));
            }
            let number = value
                .parse::<f64>()
                .ok()
                .filter(|number| number.is_finite() && *number >= 0.0)
                .ok_or_else(|| format!("{name} must be a number from 0 up, not {value:?}"))?;
            list.push((name.to_owned(), number));
        }
        Ok(Self(list))
    }
}

fn is_known(name: &str) -> bool {
    set_monte_carlo(&mut Parameters::default(), name, 1.0)
        || set_expansion(&mut ExpansionParameters::default(), name, 1.0)
        || set_alpha_beta(&mut alpha_beta::Parameters::default(), name, 1.0)
        || set_steps(&mut 0, name, 1.0)
        || set_temperature(&mut 0.0, name, 1.0)
}

fn set_monte_carlo(parameters: &mut Parameters, name: &str, value: f64) -> bool {
    match name {
        "kept" => parameters.kept = at_least_one(value),
        "kept_at_root" => parameters.kept_at_root = at_least_one(value),
        "exploration" => parameters.exploration = value as f32,
        "exploration_growth" => parameters.exploration_growth = value as f32,
        "average_share" => parameters.average_share = value.min(1.0) as f32,
        "first_play_reduction" => parameters.first_play_reduction = value as f32,
        "widening_base" => parameters.widening_base = value as f32,
        "rival_share" => parameters.rival_share = value as f32,
        "widening_factor" => parameters.widening_factor = value as f32,
        _ => return false,
    }
    true
}

fn set_expansion(parameters: &mut ExpansionParameters, name: &str, value: f64) -> bool {
    match name {
        "own_share" => parameters.own_share = value.min(1.0) as f32,
        "prior_temperature" => parameters.prior_temperature = value.max(1.0),
        _ => return false,
    }
    true
}

fn set_alpha_beta(parameters: &mut alpha_beta::Parameters, name: &str, value: f64) -> bool {
    match name {
        "kept" => parameters.kept = at_least_one(value),
        "kept_at_root" => parameters.kept_at_root = at_least_one(value),
        "aspiration" => parameters.aspiration = Some(at_least_one(value) as i32),
        "killer_bonus" => parameters.killer_bonus = value as i32,
        "history_bonus" => parameters.history_bonus = value as i32,
        "singular_margin" => {
            parameters.singular = Some(alpha_beta::Singular {
                least_depth: search::Depth::plies(3),
                margin: value as i32,
            });
        }
        _ => return set_cost(parameters, name, value) || set_selectivity(parameters, name, value),
    }
    true
}

/// `cost_` and a kind of move: what it costs, in plies.
fn set_cost(parameters: &mut alpha_beta::Parameters, name: &str, value: f64) -> bool {
    let kind = name.strip_prefix("cost_");
    let place = kind.and_then(|kind| Position::KINDS.iter().position(|&name| name == kind));
    if let Some(place) = place {
        let ply = search::Depth::PLY;
        let cost = (value * f64::from(ply.in_sixty_fourths())).round().max(1.0);
        parameters.costs.resize(Position::KINDS.len(), ply);
        parameters.costs[place] = search::Depth::sixty_fourths(cost as i32);
    }
    place.is_some()
}

fn set_selectivity(parameters: &mut alpha_beta::Parameters, name: &str, value: f64) -> bool {
    let depth = search::Depth::sixty_fourths(value as i32);
    let futility = parameters.futility.as_mut();
    let reverse = parameters.reverse_futility.as_mut();
    match (
        name,
        &mut parameters.late_move_reduction,
        &mut parameters.late_move_pruning,
        futility,
        reverse,
    ) {
        ("reduction_full_moves", Some(late), ..) => late.full_moves = value as usize,
        ("reduction_base", Some(late), ..) => late.base = depth,
        ("reduction_slope", Some(late), ..) => late.slope = depth,
        ("pruning_depth", _, Some(late), ..) => late.most_depth = depth,
        ("pruning_base", _, Some(late), ..) => late.base = at_least_one(value),
        ("pruning_per_ply", _, Some(late), ..) => late.per_ply = value as usize,
        ("futility_base", _, _, Some(margin), _) => margin.base = value as i32,
        ("futility_per_ply", _, _, Some(margin), _) => margin.per_ply = value as i32,
        ("reverse_base", _, _, _, Some(margin)) => margin.base = value as i32,
        ("reverse_per_ply", _, _, _, Some(margin)) => margin.per_ply = value as i32,
        _ => return false,
    }
    true
}

fn set_steps(steps: &mut usize, name: &str, value: f64) -> bool {
    let is_it = name == "steps_kept";
    if is_it {
        *steps = at_least_one(value);
    }
    is_it
}

fn set_temperature(temperature: &mut f32, name: &str, value: f64) -> bool {
    let is_it = name == "policy_temperature";
    if is_it {
        *temperature = (value as f32).max(0.1);
    }
    is_it
}

fn at_least_one(value: f64) -> usize {
    (value as usize).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn named_parameters_change_and_others_stay() {
        let tuning: Tuning = "exploration=1.5; kept = 30;steps_kept=7"
            .parse()
            .expect("it is well formed");
        let changed = tuning.monte_carlo(Parameters::default());
        let expected = Parameters {
            exploration: 1.5,
            kept: 30,
            ..Parameters::default()
        };
        assert_eq!(changed, expected);
        assert_eq!(tuning.alpha_beta().kept, 30);
        assert_eq!(tuning.expansion(), ExpansionParameters::default());
        assert_eq!(tuning.steps_kept(), 7);
        assert_eq!("".parse(), Ok(Tuning::default()));
    }

    #[test]
    fn kinds_of_move_get_their_costs() {
        let tuning: Tuning = "cost_closing=0.5;cost_quiet=1.25".parse().unwrap();
        let costs = tuning.alpha_beta().costs;
        let costs: Vec<i32> = costs.iter().map(|cost| cost.in_sixty_fourths()).collect();
        assert_eq!(costs, [32, 64, 64, 64, 80]);
        assert!("cost_castling=1".parse::<Tuning>().is_err());
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (text, complaint) in [
            ("exploration", "\"exploration\" is not name=value"),
            ("luck=3", "no search has a parameter \"luck\""),
            ("kept=many", "kept must be a number from 0 up, not \"many\""),
            ("kept=-1", "kept must be a number from 0 up, not \"-1\""),
            (
                "exploration=inf",
                "exploration must be a number from 0 up, not \"inf\"",
            ),
        ] {
            assert_eq!(text.parse::<Tuning>(), Err(complaint.to_owned()));
        }
    }
}
