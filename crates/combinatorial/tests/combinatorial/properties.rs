//! Properties of order, sums and thermographs of random store, and winners by brute force.

use combinatorial::{Dyadic, GameValue, OutcomeClass, SumSolver, ValueStore};
use proptest::prelude::*;

/// A game tree, not in canonical form.
#[derive(Clone, Debug)]
struct Tree {
    left: Vec<Tree>,
    right: Vec<Tree>,
}

impl Tree {
    fn integer(number: i32) -> Self {
        let one_less = |number: i32| vec![Self::integer(number)];
        match number {
            0 => Self {
                left: vec![],
                right: vec![],
            },
            1.. => Self {
                left: one_less(number - 1),
                right: vec![],
            },
            _ => Self {
                left: vec![],
                right: one_less(number + 1),
            },
        }
    }

    fn value(&self, store: &mut ValueStore) -> GameValue {
        let left: Vec<GameValue> = self.left.iter().map(|tree| tree.value(store)).collect();
        let right: Vec<GameValue> = self.right.iter().map(|tree| tree.value(store)).collect();
        store.intern_options(&left, &right)
    }
}

/// Whether the player to move wins the sum of the trees, by brute force.
fn mover_wins(trees: &[&Tree], left_to_move: bool) -> bool {
    (0..trees.len()).any(|index| {
        let options = if left_to_move {
            &trees[index].left
        } else {
            &trees[index].right
        };
        options.iter().any(|option| {
            let mut after = trees.to_vec();
            after[index] = option;
            !mover_wins(&after, !left_to_move)
        })
    })
}

fn tree() -> impl Strategy<Value = Tree> {
    (-3_i32..=3)
        .prop_map(Tree::integer)
        .prop_recursive(3, 24, 3, |inner| {
            (
                prop::collection::vec(inner.clone(), 0..3),
                prop::collection::vec(inner, 0..3),
            )
                .prop_map(|(left, right)| Tree { left, right })
        })
}

fn small_tree() -> impl Strategy<Value = Tree> {
    (-2_i32..=2)
        .prop_map(Tree::integer)
        .prop_recursive(2, 8, 2, |inner| {
            (
                prop::collection::vec(inner.clone(), 0..3),
                prop::collection::vec(inner, 0..3),
            )
                .prop_map(|(left, right)| Tree { left, right })
        })
}

/// Whether Left wins moving first, and whether Right wins moving first.
fn first_player_wins(outcome: OutcomeClass) -> (bool, bool) {
    match outcome {
        OutcomeClass::Left => (true, false),
        OutcomeClass::Right => (false, true),
        OutcomeClass::Next => (true, true),
        OutcomeClass::Previous => (false, false),
    }
}

proptest! {
    #[test]
    fn outcome_classes_match_brute_force(tree in tree()) {
        let mut store = ValueStore::default();
        let value = tree.value(&mut store);
        let expected = (mover_wins(&[&tree], true), mover_wins(&[&tree], false));
        let solved = first_player_wins(store.outcome(value));
        prop_assert_eq!(solved, expected, "{}", store.format(value));
    }

    #[test]
    fn winners_of_sums_match_brute_force(trees in prop::collection::vec(small_tree(), 1..4)) {
        let mut store = ValueStore::default();
        let values: Vec<GameValue> = trees.iter().map(|tree| tree.value(&mut store)).collect();
        let trees: Vec<&Tree> = trees.iter().collect();
        let expected = (mover_wins(&trees, true), mover_wins(&trees, false));
        let total = values.iter().fold(GameValue::ZERO, |sum, &value| store.sum(sum, value));
        prop_assert_eq!(first_player_wins(store.outcome(total)), expected);
        for mut solver in [SumSolver::default(), SumSolver::with_max_entries(1)] {
            let solved = (
                solver.left_wins_moving_first(&mut store, &values),
                !solver.left_wins_moving_second(&mut store, &values),
            );
            prop_assert_eq!(solved, expected);
        }
    }

    #[test]
    fn values_are_a_partially_ordered_group(one in tree(), two in tree(), three in small_tree()) {
        let mut store = ValueStore::default();
        let [one, two, three] = [one, two, three].map(|tree| tree.value(&mut store));
        let sum = store.sum(one, two);
        prop_assert_eq!(sum, store.sum(two, one));
        let (first, second) = (store.sum(sum, three), store.sum(two, three));
        prop_assert_eq!(first, store.sum(one, second));
        prop_assert_eq!(store.sum(one, GameValue::ZERO), one);
        let negative = store.negative(one);
        prop_assert_eq!(store.negative(negative), one);
        prop_assert_eq!(store.sum(one, negative), GameValue::ZERO);
        // one ≤ two exactly if one − two ≤ 0; order is invariant under translation.
        let opposite = store.negative(two);
        let difference = store.sum(one, opposite);
        let answer = store.is_le(one, two);
        prop_assert_eq!(store.is_le(difference, GameValue::ZERO), answer);
        let (left, right) = (store.sum(one, three), store.sum(two, three));
        prop_assert_eq!(store.is_le(left, right), answer);
        prop_assert_eq!(store.is_le(opposite, negative), answer);
        if answer && store.is_le(two, three) {
            prop_assert!(store.is_le(one, three));
        }
    }

    #[test]
    fn text_round_trips(tree in tree()) {
        let mut store = ValueStore::default();
        let value = tree.value(&mut store);
        let text = store.format(value);
        prop_assert_eq!(store.parse(&text).unwrap(), value, "{}", text);
        let negative = store.negative(value);
        let text = store.format(negative);
        prop_assert_eq!(store.parse(&text).unwrap(), negative, "{}", text);
    }

    #[test]
    fn means_add_up_and_bound_the_stops(one in tree(), two in small_tree()) {
        let mut store = ValueStore::default();
        let (one, two) = (one.value(&mut store), two.value(&mut store));
        let sum = store.sum(one, two);
        let [first, second, both] = [one, two, sum].map(|value| store.thermograph(value));
        prop_assert_eq!(both.mean(), first.mean() + second.mean());
        prop_assert!(both.temperature() <= first.temperature().max(second.temperature()));
        for (value, thermograph) in [(one, first), (sum, both)] {
            let (left, right) = (store.forms().left_stop(value), store.forms().right_stop(value));
            prop_assert!(right <= thermograph.mean() && thermograph.mean() <= left);
            let heat = thermograph.temperature().max(Dyadic::ZERO);
            prop_assert!(left <= thermograph.mean() + heat);
            prop_assert_eq!(thermograph.left_wall()[0].value, left);
            prop_assert_eq!(thermograph.right_wall()[0].value, right);
        }
    }
}

#[test]
fn well_known_games_are_recognized() {
    let mut store = ValueStore::default();
    for (text, name) in [
        ("{|}", "0"),
        ("{0|2}", "1"),
        ("{0|1/2}", "1/4"),
        ("{0|0}", "*"),
        ("{1|1}", "1*"),
        ("{0,*|0,*}", "*2"),
        ("{0|*}", "^"),
        ("{*|0}", "v"),
        ("{0,*|0}", "^*"),
        ("{0|^*}", "^2"),
        ("{v*|0}", "v2"),
        ("{0|^}", "^2*"),
        ("^ ", "^"),
        ("{5|-5}", "{5|-5}"),
        ("{{2|0},1|-1,{0|-2}}", "{1,{2|0}|-1,{0|-2}}"),
        ("{-1|1}", "0"),
    ] {
        let value = store.parse(text).unwrap();
        assert_eq!(store.format(value), name, "{text}");
    }
}

#[test]
fn invalid_texts_are_rejected() {
    let mut store = ValueStore::default();
    for (text, expected) in [
        ("", "expected a number, `*`, `^`, `v` or `{` at character 1"),
        (
            "{1|",
            "expected a number, `*`, `^`, `v` or `{` at character 4",
        ),
        (
            "{1,|2}",
            "expected a number, `*`, `^`, `v` or `{` at character 4",
        ),
        ("{1 2}", "expected `,` or `|` at character 4"),
        ("1/3", "expected a power of two at character 4"),
        ("1 x", "expected the end at character 3"),
        ("99999999999", "expected a smaller number at character 1"),
        ("1001", "expected a number up to 1000 at character 5"),
        ("*101", "expected a number up to 100 at character 5"),
        ("-", "expected a digit at character 2"),
    ] {
        let message = store.parse(text).unwrap_err().to_string();
        assert!(message.ends_with(expected), "{message}");
    }
    let deep = "{".repeat(100_000);
    assert!(
        store
            .parse(&deep)
            .unwrap_err()
            .to_string()
            .contains("fewer brackets")
    );
}
