//! Features and terms against their definitions, square by square, on all paths through the machine.

mod naive;
mod positions;

use amazons::{Color, Position};
use evaluation::comparison::Comparison;
use evaluation::mobility::CONFINED;
use evaluation::{Features, Layout, Path, Term, Terms};
use naive::{Kind, pairs};
use proptest::prelude::*;

/// How many squares have distances with some property.
fn squares_with(
    position: &Position,
    color: Color,
    kind: Kind,
    property: impl Fn(Option<u32>, Option<u32>) -> bool,
) -> u8 {
    let pairs = pairs(position, color, kind).into_iter();
    pairs.filter(|&(own, other)| property(own, other)).count() as u8
}

fn check_comparison(position: &Position, kind: Kind, found: &Comparison) {
    let is_ahead = |lead: u32| {
        move |own: Option<u32>, other: Option<u32>| match (own, other) {
            (Some(own), Some(other)) => own + lead <= other,
            (own, _) => own.is_some(),
        }
    };
    let count = |color, property: &dyn Fn(Option<u32>, Option<u32>) -> bool| {
        squares_with(position, color, kind, property)
    };
    for color in Color::ALL {
        let ahead = [1, 2, 3].map(|lead| count(color, &is_ahead(lead)));
        assert_eq!(found.ahead(color), ahead, "{position:?}");
        let domain = count(color, &|own, other| own.is_some() && other.is_none());
        assert_eq!(found.domain(color), domain, "{position:?}");
        assert_eq!(
            found.reached(color),
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
    check_comparison(position, Kind::Queen, &found.queen);
    check_comparison(position, Kind::King, &found.king);
    assert_eq!(
        found.empty,
        squares_with(position, Color::Black, Kind::King, |_, _| true)
    );
    for color in Color::ALL {
        let within = [1, 2, 3, 4, 5, 6, 7, 8].map(|most| {
            squares_with(position, color, Kind::Queen, |own, _| {
                own.is_some_and(|own| own <= most)
            })
        });
        assert_eq!(found.within[color], within, "{position:?}");
        let mobilities = naive::mobilities(position, color);
        let mobility = &found.mobility[color];
        assert_eq!(
            mobility.total(),
            mobilities.iter().sum::<u32>(),
            "{position:?}"
        );
        let lacking = |limit: u32| -> u32 {
            mobilities
                .iter()
                .map(|mobility| limit.saturating_sub(*mobility))
                .sum()
        };
        assert_eq!(mobility.lacking(), CONFINED.map(lacking), "{position:?}");
        let immobile = mobilities.iter().filter(|&&mobility| mobility == 0).count();
        assert_eq!(mobility.immobile() as usize, immobile, "{position:?}");
    }
}

/// One term by its definition.
fn term(position: &Position, term: Term) -> f64 {
    let me = position.to_move();
    let contested = |color, kind, property: &dyn Fn(i64) -> bool| {
        let leads = pairs(position, color, kind)
            .into_iter()
            .filter_map(|(own, other)| Some(i64::from(other?) - i64::from(own?)));
        leads.filter(|&lead| property(lead)).count() as f64
    };
    let difference = |number: &dyn Fn(Color) -> f64| number(me) - number(!me);
    let nearer = |kind, property: &dyn Fn(i64) -> bool| {
        difference(&|color| contested(color, kind, property))
    };
    let within = |most: u32| {
        difference(&|color| {
            f64::from(squares_with(position, color, Kind::Queen, |own, _| {
                own.is_some_and(|own| own <= most)
            }))
        })
    };
    let both_within = |color, own_most: u32, other_most: u32| {
        f64::from(squares_with(position, color, Kind::Queen, |own, other| {
            own.is_some_and(|own| own <= own_most) && other.is_some_and(|other| other <= other_most)
        }))
    };
    let amazons = |number: &dyn Fn(f64) -> f64| {
        difference(&|color| {
            naive::mobilities(position, color)
                .into_iter()
                .map(|mobility| number(f64::from(mobility) / 256.0))
                .sum()
        })
    };
    match term {
        Term::Tempo => 1.0,
        Term::Openness => pairs(position, me, Kind::Queen)
            .into_iter()
            .filter_map(|(own, other)| Some(0.5_f64.powi(own?.abs_diff(other?).min(3) as i32)))
            .sum(),
        Term::QueenTies => contested(me, Kind::Queen, &|lead| lead == 0),
        Term::KingTies => contested(me, Kind::King, &|lead| lead == 0),
        Term::QueenByOne => nearer(Kind::Queen, &|lead| lead == 1),
        Term::QueenByTwo => nearer(Kind::Queen, &|lead| lead == 2),
        Term::QueenByMore => nearer(Kind::Queen, &|lead| lead >= 3),
        Term::KingByOne => nearer(Kind::King, &|lead| lead == 1),
        Term::KingByTwo => nearer(Kind::King, &|lead| lead == 2),
        Term::KingByMore => nearer(Kind::King, &|lead| lead >= 3),
        Term::Domain => difference(&|color| {
            f64::from(squares_with(position, color, Kind::King, |own, other| {
                own.is_some() && other.is_none()
            }))
        }),
        Term::Closeness => difference(&|color| {
            let distances = pairs(position, color, Kind::Queen)
                .into_iter()
                .filter_map(|(own, _)| own);
            distances
                .filter(|&own| own <= 8)
                .map(|own| 0.5_f64.powi(own as i32))
                .sum()
        }),
        Term::KingLead => pairs(position, me, Kind::King)
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
        Term::OneToTwo => difference(&|color| both_within(color, 1, 2)),
        Term::Mobility => amazons(&|mobility| mobility),
        Term::Immobile => amazons(&|mobility| f64::from(u8::from(mobility == 0.0))),
        Term::Confined => amazons(&|mobility| (4.0 - mobility).max(0.0)),
        Term::Cramped => amazons(&|mobility| (12.0 - mobility).max(0.0)),
    }
}

fn check(position: &Position) {
    let found = Features::of(&Layout::of(position));
    check_features(position, &found);
    for path in Path::available() {
        assert_eq!(
            Features::along(path, &Layout::of(position)),
            found,
            "on {path}: {position:?}"
        );
    }
    let terms = Terms::of(&found, position.to_move());
    for one in Term::ALL {
        let (found, expected) = (terms.get(one), term(position, one));
        assert!(
            (found - expected).abs() < 1e-9,
            "{one:?}: {found}, not {expected}: {position:?}"
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
fn features_match_their_definitions_through_games() {
    positions::random_games().for_each(|position| check(&position));
}

/// The start, counted by hand where a person can.
#[test]
fn the_start_is_even() {
    let Features {
        queen,
        king,
        within,
        mobility,
        empty,
    } = Features::of(&Layout::of(&Position::standard_start()));
    assert_eq!((queen.contested(), king.contested(), empty), (92, 92, 92));
    assert_eq!(Color::ALL.map(|color| queen.domain(color)), [0, 0]);
    assert_eq!(queen.ties() + 2 * queen.ahead(Color::Black)[0], 92);
    assert_eq!(queen.ahead(Color::Black), queen.ahead(Color::White));
    assert_eq!(within[Color::Black], within[Color::White]);
    assert_eq!(mobility[Color::Black], mobility[Color::White]);
    // By king's moves half the board is nearer to each side, but for the middle of the two rows between.
    assert_eq!(king.ties(), 16);
}
