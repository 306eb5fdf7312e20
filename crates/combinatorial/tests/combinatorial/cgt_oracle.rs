//! Values against the crate `cgt`.

use std::str::FromStr;

use cgt::short::partizan::canonical_form::CanonicalForm;
use combinatorial::{GameValue, Player, ValueStore};
use game::SplitMix64;

#[test]
fn random_games_have_the_values_of_cgt() {
    let mut store = ValueStore::default();
    let mut rng = SplitMix64::from_seed(1);
    let mut known: Vec<(GameValue, CanonicalForm)> = (-3..=3)
        .map(|integer| {
            let value = store.parse(&integer.to_string()).unwrap();
            (value, CanonicalForm::new_integer(integer))
        })
        .collect();
    for _ in 0..250 {
        let options = |rng: &mut SplitMix64| -> Vec<usize> {
            let from = known.len().min(60);
            (0..1 + rng.below(3)).map(|_| rng.below(from)).collect()
        };
        let (left, right) = (options(&mut rng), options(&mut rng));
        let ours = |indices: &[usize]| -> Vec<GameValue> {
            indices.iter().map(|&index| known[index].0).collect()
        };
        let theirs = |indices: &[usize]| -> Vec<CanonicalForm> {
            indices
                .iter()
                .map(|&index| known[index].1.clone())
                .collect()
        };
        let value = store.intern_options(&ours(&left), &ours(&right));
        let form = CanonicalForm::new_from_moves(theirs(&left), theirs(&right));
        assert_same(&mut store, value, &form);
        let other = rng.below(known.len());
        let sum = store.sum(value, known[other].0);
        assert_same(&mut store, sum, &(&form + &known[other].1));
        assert_eq!(store.is_le(value, known[other].0), form <= known[other].1);
        known.push((value, form));
    }
}

fn assert_same(store: &mut ValueStore, value: GameValue, form: &CanonicalForm) {
    let text = form.to_string();
    let parsed = store.parse(&text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(parsed, value, "{text} is not {}", store.format(value));
    let written = CanonicalForm::from_str(&store.format(value)).unwrap();
    assert_eq!(written, *form);
    assert_eq!(
        store.forms().options(value, Player::Left).len(),
        form.left_moves().count()
    );
    let (thermograph, forms) = (store.thermograph(value), store.forms());
    for (ours, theirs) in [
        (thermograph.mean(), form.mean().to_string()),
        (thermograph.temperature(), form.temperature().to_string()),
        (forms.left_stop(value), form.left_stop().to_string()),
        (forms.right_stop(value), form.right_stop().to_string()),
    ] {
        assert_eq!(ours.to_string(), theirs, "{text}");
    }
}
