//! The same games in an independent program.

use std::str::FromStr;

use cgt::short::partizan::canonical_form::CanonicalForm;
use combinatorial::{Games, Value};

/// Numbers that follow from a seed.
struct Draw(u64);

impl Draw {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(0x5851_f42d_4c95_7f2d)
            .wrapping_add(0x1405_7b7e_f767_814f);
        ((self.0 >> 33) as usize) % limit
    }
}

/// Random games of random earlier ones, made by both programs.
#[test]
fn random_games_are_the_same_in_both_programs() {
    let mut games = Games::default();
    let mut draw = Draw(1);
    let mut known: Vec<(Value, CanonicalForm)> = (-3..=3)
        .map(|integer| {
            let value = games.parse(&integer.to_string()).unwrap();
            (value, CanonicalForm::new_integer(integer))
        })
        .collect();
    for _ in 0..250 {
        let options = |draw: &mut Draw| -> Vec<usize> {
            let from = known.len().min(60);
            (0..1 + draw.below(3)).map(|_| draw.below(from)).collect()
        };
        let (lefts, rights) = (options(&mut draw), options(&mut draw));
        let ours = |places: &[usize]| -> Vec<Value> {
            places.iter().map(|&place| known[place].0).collect()
        };
        let theirs = |places: &[usize]| -> Vec<CanonicalForm> {
            places.iter().map(|&place| known[place].1.clone()).collect()
        };
        let value = games.game(&ours(&lefts), &ours(&rights));
        let form = CanonicalForm::new_from_moves(theirs(&lefts), theirs(&rights));
        compare(&mut games, value, &form);
        let place = draw.below(known.len());
        let sum = games.sum(value, known[place].0);
        compare(&mut games, sum, &(&form + &known[place].1));
        assert_eq!(
            games.is_at_most(value, known[place].0),
            form <= known[place].1
        );
        known.push((value, form));
    }
}

fn compare(games: &mut Games, value: Value, form: &CanonicalForm) {
    let text = form.to_string();
    let read = games.parse(&text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(read, value, "{text} is not {}", games.show(value));
    let written = CanonicalForm::from_str(&games.show(value)).unwrap();
    assert_eq!(written, *form);
    assert_eq!(games.forms().lefts(value).len(), form.left_moves().count());
    let thermograph = games.thermograph(value);
    assert_eq!(
        thermograph.mean().to_string(),
        form.mean().to_string(),
        "{text}"
    );
    assert_eq!(
        thermograph.temperature().to_string(),
        form.temperature().to_string(),
        "{text}"
    );
    assert_eq!(
        games.forms().left_stop(value).to_string(),
        form.left_stop().to_string()
    );
    assert_eq!(
        games.forms().right_stop(value).to_string(),
        form.right_stop().to_string()
    );
}
