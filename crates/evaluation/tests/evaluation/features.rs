//! Features and terms against their definitions, square by square.

use amazons::{Color, Position};
use evaluation::DistanceComparison;
use evaluation::mobility::MOBILITY_THRESHOLDS;
use evaluation::{EvalBoard, Features, SimdBackend, Term, Terms};
use proptest::prelude::*;

use crate::positions;
use crate::reference::{self, Metric, pairs};

/// Number of squares whose pair of distances satisfies the predicate.
fn count_squares(
    position: &Position,
    color: Color,
    metric: Metric,
    predicate: impl Fn(Option<u32>, Option<u32>) -> bool,
) -> u8 {
    let pairs = pairs(position, color, metric).into_iter();
    pairs.filter(|&(own, other)| predicate(own, other)).count() as u8
}

fn check_comparison(position: &Position, metric: Metric, found: &DistanceComparison) {
    let is_nearer = |lead: u32| {
        move |own: Option<u32>, other: Option<u32>| match (own, other) {
            (Some(own), Some(other)) => own + lead <= other,
            (own, _) => own.is_some(),
        }
    };
    let count = |color, predicate: &dyn Fn(Option<u32>, Option<u32>) -> bool| {
        count_squares(position, color, metric, predicate)
    };
    for color in Color::ALL {
        let nearer = [1, 2, 3].map(|lead| count(color, &is_nearer(lead)));
        assert_eq!(found.nearer_by_at_least(color), nearer, "{position:?}");
        let domain = count(color, &|own, other| own.is_some() && other.is_none());
        assert_eq!(found.domain(color), domain, "{position:?}");
        assert_eq!(
            found.reachable(color),
            count(color, &|own, _| own.is_some()),
            "{position:?}"
        );
    }
    let contested = count(Color::Black, &|own, other| own.is_some() && other.is_some());
    assert_eq!(found.contested(), contested, "{position:?}");
    assert_eq!(
        found.ties(),
        count(Color::Black, &|own, other| own.is_some() && own == other)
    );
}

fn check_features(position: &Position, found: &Features) {
    check_comparison(position, Metric::Queen, &found.queen);
    check_comparison(position, Metric::King, &found.king);
    assert_eq!(
        found.empty,
        count_squares(position, Color::Black, Metric::King, |_, _| true)
    );
    for color in Color::ALL {
        let within = [1, 2, 3, 4, 5, 6, 7, 8].map(|most| {
            count_squares(position, color, Metric::Queen, |own, _| {
                own.is_some_and(|own| own <= most)
            })
        });
        assert_eq!(found.within_queen_moves[color], within, "{position:?}");
        let mobilities = reference::mobilities(position, color);
        let mobility = &found.mobility[color];
        assert_eq!(
            mobility.total(),
            mobilities.iter().sum::<u32>(),
            "{position:?}"
        );
        let deficit = |threshold: u32| -> u32 {
            mobilities
                .iter()
                .map(|mobility| threshold.saturating_sub(*mobility))
                .sum()
        };
        assert_eq!(
            mobility.deficits(),
            MOBILITY_THRESHOLDS.map(deficit),
            "{position:?}"
        );
        let immobile = mobilities.iter().filter(|&&mobility| mobility == 0).count();
        assert_eq!(mobility.immobile() as usize, immobile, "{position:?}");
    }
}

/// A term by its definition.
fn expected_term(position: &Position, term: Term) -> f64 {
    let me = position.to_move();
    let contested = |color, metric, predicate: &dyn Fn(i64) -> bool| {
        let leads = pairs(position, color, metric)
            .into_iter()
            .filter_map(|(own, other)| Some(i64::from(other?) - i64::from(own?)));
        leads.filter(|&lead| predicate(lead)).count() as f64
    };
    let difference = |number: &dyn Fn(Color) -> f64| number(me) - number(!me);
    let nearer = |metric, predicate: &dyn Fn(i64) -> bool| {
        difference(&|color| contested(color, metric, predicate))
    };
    let within = |most: u32| {
        difference(&|color| {
            f64::from(count_squares(position, color, Metric::Queen, |own, _| {
                own.is_some_and(|own| own <= most)
            }))
        })
    };
    let both_within = |color, own_most: u32, other_most: u32| {
        f64::from(count_squares(
            position,
            color,
            Metric::Queen,
            |own, other| {
                own.is_some_and(|own| own <= own_most)
                    && other.is_some_and(|other| other <= other_most)
            },
        ))
    };
    let amazons = |number: &dyn Fn(f64) -> f64| {
        difference(&|color| {
            reference::mobilities(position, color)
                .into_iter()
                .map(|mobility| number(f64::from(mobility) / 256.0))
                .sum()
        })
    };
    match term {
        Term::Tempo => 1.0,
        Term::Openness => pairs(position, me, Metric::Queen)
            .into_iter()
            .filter_map(|(own, other)| Some(0.5_f64.powi(own?.abs_diff(other?).min(3) as i32)))
            .sum(),
        Term::QueenTies => contested(me, Metric::Queen, &|lead| lead == 0),
        Term::KingTies => contested(me, Metric::King, &|lead| lead == 0),
        Term::QueenByOne => nearer(Metric::Queen, &|lead| lead == 1),
        Term::QueenByTwo => nearer(Metric::Queen, &|lead| lead == 2),
        Term::QueenByMore => nearer(Metric::Queen, &|lead| lead >= 3),
        Term::KingByOne => nearer(Metric::King, &|lead| lead == 1),
        Term::KingByTwo => nearer(Metric::King, &|lead| lead == 2),
        Term::KingByMore => nearer(Metric::King, &|lead| lead >= 3),
        Term::Domain => difference(&|color| {
            f64::from(count_squares(
                position,
                color,
                Metric::King,
                |own, other| own.is_some() && other.is_none(),
            ))
        }),
        Term::Closeness => difference(&|color| {
            let distances = pairs(position, color, Metric::Queen)
                .into_iter()
                .filter_map(|(own, _)| own);
            distances
                .filter(|&own| own <= 8)
                .map(|own| 0.5_f64.powi(own as i32))
                .sum()
        }),
        Term::KingLead => pairs(position, me, Metric::King)
            .into_iter()
            .map(|(own, other)| match (own, other) {
                (Some(own), Some(other)) => {
                    (f64::from(other) - f64::from(own)).clamp(-6.0, 6.0) / 6.0
                }
                (Some(_), None) => 1.0,
                (None, Some(_)) => -1.0,
                (None, None) => 0.0,
            })
            .sum(),
        Term::WithinOne => within(1),
        Term::WithinTwo => within(2),
        Term::WithinThree => within(3),
        Term::BothWithinOne => both_within(me, 1, 1),
        Term::BothWithinTwo => both_within(me, 2, 2),
        Term::WithinOneVersusTwo => difference(&|color| both_within(color, 1, 2)),
        Term::Mobility => amazons(&|mobility| mobility),
        Term::Immobile => amazons(&|mobility| f64::from(u8::from(mobility == 0.0))),
        Term::MobilityBelowFour => amazons(&|mobility| (4.0 - mobility).max(0.0)),
        Term::MobilityBelowTwelve => amazons(&|mobility| (12.0 - mobility).max(0.0)),
    }
}

fn check(position: &Position) {
    let found = Features::of(&EvalBoard::from(position));
    check_features(position, &found);
    for backend in SimdBackend::available() {
        assert_eq!(
            backend.features(&EvalBoard::from(position)),
            found,
            "{backend}: {position:?}"
        );
    }
    let terms = Terms::of(&found, position.to_move());
    for term in Term::ALL {
        let (found, expected) = (terms.get(term), expected_term(position, term));
        assert!(
            (found - expected).abs() < 1e-9,
            "{term:?}: {found}, not {expected}: {position:?}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn features_match_their_definitions(position in positions::any_position()) {
        check(&position);
    }
}

#[test]
fn features_match_their_definitions_in_games() {
    positions::random_games().for_each(|position| check(&position));
}

/// The start position, counted by hand where possible.
#[test]
fn the_start_position_is_symmetric() {
    let Features {
        queen,
        king,
        within_queen_moves,
        mobility,
        empty,
    } = Features::of(&EvalBoard::from(&Position::standard_start()));
    assert_eq!((queen.contested(), king.contested(), empty), (92, 92, 92));
    assert_eq!(Color::ALL.map(|color| queen.domain(color)), [0, 0]);
    assert_eq!(
        queen.ties() + 2 * queen.nearer_by_at_least(Color::Black)[0],
        92
    );
    assert_eq!(
        queen.nearer_by_at_least(Color::Black),
        queen.nearer_by_at_least(Color::White)
    );
    assert_eq!(
        within_queen_moves[Color::Black],
        within_queen_moves[Color::White]
    );
    assert_eq!(mobility[Color::Black], mobility[Color::White]);
    // Half the board is nearer to each side by king moves, except the middle of the two rows
    // between.
    assert_eq!(king.ties(), 16);
}
