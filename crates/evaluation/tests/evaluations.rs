//! The evaluations against their formulas, and what must hold for all of them: the same on all paths,
//! from all sides, and for both colours.

mod naive;
mod positions;

use std::sync::LazyLock;

use amazons::{Color, Position, Symmetry, View};
use evaluation::lieberum::LieberumParts;
use evaluation::weights::Axis;
use evaluation::{
    Estimate, Evaluation, Features, Layout, Lieberum, Paper, Path, Staged, Term, Terms, Weights,
};
use naive::{Kind, pairs};
use proptest::prelude::*;

/// Weights in which every term counts at every stage.
fn busy_weights(axis: Axis) -> Weights {
    let mut weights = Weights::zero(axis, &[0, 7, 40, 100]).unwrap();
    for (index, term) in Term::ALL.into_iter().enumerate() {
        for stage in 0..4 {
            let weight = (index * 4 + stage) as f64 * 0.37 % 1.0 - 0.5;
            weights.set(term, stage, weight).unwrap();
        }
    }
    weights
}

/// Weights as large as they may be, of both signs.
fn extreme_weights(axis: Axis) -> Weights {
    let mut weights = Weights::zero(axis, &[0, 100]).unwrap();
    for (index, term) in Term::ALL.into_iter().enumerate() {
        for stage in 0..2 {
            let sign = if (index + stage) % 2 == 0 { 1.0 } else { -1.0 };
            weights.set(term, stage, sign * Weights::LIMIT).unwrap();
        }
    }
    weights
}

/// The staged evaluations to test with.
static STAGED: LazyLock<[Staged; 4]> = LazyLock::new(|| {
    [
        Staged::default(),
        Staged::new(&busy_weights(Axis::Empty)),
        Staged::new(&busy_weights(Axis::Openness)),
        Staged::new(&busy_weights(Axis::Share)),
    ]
});

/// What every evaluation says of a layout, on one path.
fn estimates(path: Path, layout: &Layout) -> Vec<Estimate> {
    let mut all = vec![path.evaluate(&Lieberum, layout)];
    all.extend(STAGED.iter().map(|staged| path.evaluate(staged, layout)));
    all.extend(
        Paper::PRESETS
            .iter()
            .map(|(_, paper)| path.evaluate(paper, layout)),
    );
    all
}

fn all_views(position: &Position) -> impl Iterator<Item = View> + use<> {
    let size = position.size();
    Symmetry::ALL.into_iter().flat_map(move |symmetry| {
        [false, true].map(|exchanges_players| View {
            size,
            symmetry,
            exchanges_players,
        })
    })
}

/// C of each of the paper's types, from the definition.
fn coefficients(position: &Position) -> [f64; 9] {
    let me = position.to_move();
    let mut counts = [0.0; 9];
    let mut reached = 0.0;
    for (kind, offset) in [(Kind::Queen, 0), (Kind::King, 1)] {
        for (own, other) in pairs(position, me, kind) {
            match (own, other) {
                (Some(own), Some(other)) => {
                    let lead = f64::from(other) - f64::from(own);
                    let size = own.abs_diff(other).min(3) as usize;
                    counts[2 * size + offset] += if lead >= 0.0 { 1.0 } else { -1.0 };
                }
                // Both kinds of step reach the same squares, so each counts half of the domain.
                (Some(_), None) => counts[8] += 0.5,
                (None, Some(_)) => counts[8] -= 0.5,
                (None, None) => continue,
            }
            reached += 0.5;
        }
    }
    counts.map(|count: f64| if reached == 0.0 { 0.0 } else { count / reached })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn all_paths_give_the_same(position in positions::any_position()) {
        let layout = Layout::of(&position);
        let expected = estimates(Path::best(), &layout);
        for path in Path::available() {
            prop_assert_eq!(&estimates(path, &layout), &expected);
        }
    }

    /// Turned, mirrored, or with the players and the turn exchanged: the player to move sees the same.
    #[test]
    fn all_views_are_worth_the_same(position in positions::any_position()) {
        let expected = estimates(Path::best(), &Layout::of(&position));
        for view in all_views(&position) {
            let seen = view.of(&position);
            prop_assert_eq!(&estimates(Path::best(), &Layout::of(&seen)), &expected);
        }
    }

    /// With the other player to move, what is credited to the mover stays and all else turns round.
    #[test]
    fn the_turn_turns_the_terms(position in positions::any_position()) {
        let features = Features::of(&Layout::of(&position));
        let [black, white] = Color::ALL.map(|color| Terms::of(&features, color));
        for term in Term::ALL {
            let sign = match term {
                Term::Tempo
                | Term::Openness
                | Term::QueenTies
                | Term::KingTies
                | Term::BothWithinOne
                | Term::BothWithinTwo => 1.0,
                _ => -1.0,
            };
            prop_assert_eq!(black.get(term), sign * white.get(term));
        }
    }

    #[test]
    fn the_papers_value_matches_its_formula(position in positions::any_position()) {
        let features = Features::of(&Layout::of(&position));
        let expected = coefficients(&position);
        let found = Paper::coefficients(&features, position.to_move());
        for (found, expected) in found.into_iter().zip(expected) {
            prop_assert!((found - expected).abs() < 1e-12, "{found}, not {expected}");
        }
        for (_, paper) in Paper::PRESETS {
            let value: f64 = paper.weights.iter().zip(expected).map(|(weight, c)| weight * c).sum();
            let estimate = paper.judge(&features, position.to_move());
            prop_assert!((estimate.logit() - value / paper.omega).abs() < 1e-3);
            // As weights for a file, rounded otherwise: to the next thousandth towards an even game.
            let weights = paper.to_weights("a test").unwrap();
            let staged = Staged::new(&weights).judge(&features, position.to_move());
            prop_assert!((staged.logit() - value / paper.omega).abs() < 1.1e-3);
        }
    }

    #[test]
    fn lieberums_parts_match_their_definitions(position in positions::any_position()) {
        let me = position.to_move();
        let parts = LieberumParts::of(&Features::of(&Layout::of(&position)), me);
        let nearer = |kind| -> f64 {
            pairs(&position, me, kind)
                .into_iter()
                .map(|(own, other)| match (own, other) {
                    (None, None) => 0.0,
                    (Some(own), Some(other)) if own == other => 0.2,
                    (own, other) if own.unwrap_or(u32::MAX) < other.unwrap_or(u32::MAX) => 1.0,
                    _ => -1.0,
                })
                .sum()
        };
        prop_assert!((parts.t1 - nearer(Kind::Queen)).abs() < 1e-9);
        prop_assert!((parts.t2 - nearer(Kind::King)).abs() < 1e-9);
        let terms = Terms::of(&Features::of(&Layout::of(&position)), me);
        prop_assert!((parts.c1 - 2.0 * terms.get(Term::Closeness)).abs() < 1e-9);
        prop_assert!((parts.c2 - terms.get(Term::KingLead)).abs() < 1e-9);
        prop_assert!((parts.w - terms.get(Term::Openness)).abs() < 1e-9);
    }

    /// A staged evaluation is the sum of weight times term, up to rounding.
    #[test]
    fn staged_matches_its_formula(position in positions::any_position()) {
        let weights = Axis::ALL.map(|axis| [busy_weights(axis), extreme_weights(axis)]);
        for weights in weights.into_iter().flatten() {
            let axis = weights.axis();
            let staged = Staged::new(&weights);
            let features = Features::of(&Layout::of(&position));
            let terms = Terms::of(&features, position.to_move());
            let stage = axis.stage(&features);
            let expected: f64 = Term::ALL.map(|term| weights.at(term, stage) * terms.get(term)).iter().sum();
            let found = staged.judge(&features, position.to_move()).logit();
            // An estimate is cut to thousandths, and each weight is off by half of 2^-15 thousandths at most.
            let counts: u32 = Color::ALL.map(|color| {
                let mobility = &features.mobility[color];
                24 * 100 + mobility.total() + mobility.lacking().iter().sum::<u32>()
            }).iter().sum();
            let tolerance = 1e-3 * (1.0 + f64::from(counts) / 65_536.0);
            prop_assert!((found - expected).abs() < tolerance, "{found}, not {expected}");
            let shares: f64 = staged.shares(&features, position.to_move()).iter().sum();
            prop_assert!((shares - expected).abs() < 1e-9, "{shares}, not {expected}");
        }
    }
}

/// With ties given to the mover a position and its opposite are no longer opposites; without, they are.
#[test]
fn exchanging_the_turn_negates_a_value_without_ties() {
    let mut paper = Paper::RUN_A;
    paper.weights[0] = 0.0;
    paper.weights[1] = 0.0;
    let mut told_apart = 0;
    for position in positions::random_games() {
        let other = position.with_to_move(!position.to_move());
        let [one, two] = [position, other].map(|position| paper.evaluate(&Layout::of(&position)));
        assert_eq!(one.thousandths(), -two.thousandths());
        told_apart += usize::from(one != two);
    }
    assert!(told_apart > 1_000);
}

/// The embedded weights know who has won a decided game.
#[test]
fn more_room_is_better() {
    let position =
        amazons::notation::parse_position("x....#o|.....##|....###|...####|..##### b").unwrap();
    for evaluation in [
        &Staged::default() as &dyn Evaluation,
        &Lieberum,
        &Paper::UNLEARNED,
        &Paper::RUN_B,
    ] {
        let features = Features::of(&Layout::of(&position));
        assert!(evaluation.judge(&features, Color::Black).thousandths() > 0);
        assert!(evaluation.judge(&features, Color::White).thousandths() < 0);
    }
}
