//! Property tests of order, sums, outcomes and thermographs of random games, with outcomes checked
//! by brute force; and tests of the notation.

use combinatorial::{Dyadic, GameValue, OutcomeClass, Player, SumSolver, ValueStore};
use proptest::prelude::*;

/// A game tree with all its options; not in canonical form.
#[derive(Clone, Debug)]
struct Tree {
    left: Vec<Tree>,
    right: Vec<Tree>,
}

impl Tree {
    fn integer(number: i32) -> Self {
        let only_option = |number: i32| vec![Self::integer(number)];
        let (left, right) = match number {
            0 => (vec![], vec![]),
            1.. => (only_option(number - 1), vec![]),
            _ => (vec![], only_option(number + 1)),
        };
        Self { left, right }
    }

    fn value(&self, store: &mut ValueStore) -> GameValue {
        let left: Vec<GameValue> = self.left.iter().map(|tree| tree.value(store)).collect();
        let right: Vec<GameValue> = self.right.iter().map(|tree| tree.value(store)).collect();
        store.intern_options(&left, &right)
    }
}

/// Whether the player to move wins the sum of the trees under normal play, by brute force.
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

/// Random trees with leaves up to `max_integer`, up to `depth` levels and about `size` nodes.
fn any_tree(max_integer: i32, depth: u32, size: u32) -> impl Strategy<Value = Tree> {
    let leaf = (-max_integer..=max_integer).prop_map(Tree::integer);
    leaf.prop_recursive(depth, size, 3, |inner| {
        let options = prop::collection::vec(inner, 0..3);
        (options.clone(), options).prop_map(|(left, right)| Tree { left, right })
    })
}

fn tree() -> impl Strategy<Value = Tree> {
    any_tree(3, 3, 24)
}

/// Smaller trees, for sums.
fn small_tree() -> impl Strategy<Value = Tree> {
    any_tree(2, 2, 8)
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
                solver.left_wins(&mut store, &values, Player::Left),
                !solver.left_wins(&mut store, &values, Player::Right),
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
        let (sum_of_all, two_and_three) = (store.sum(sum, three), store.sum(two, three));
        prop_assert_eq!(sum_of_all, store.sum(one, two_and_three));
        prop_assert_eq!(store.sum(one, GameValue::ZERO), one);
        let negative = store.negative(one);
        prop_assert_eq!(store.negative(negative), one);
        prop_assert_eq!(store.sum(one, negative), GameValue::ZERO);
        // one ≤ two if and only if one − two ≤ 0; the order is invariant under translation.
        let negative_two = store.negative(two);
        let difference = store.sum(one, negative_two);
        let is_le = store.is_le(one, two);
        prop_assert_eq!(store.is_le(difference, GameValue::ZERO), is_le);
        let (translated_one, translated_two) = (store.sum(one, three), two_and_three);
        prop_assert_eq!(store.is_le(translated_one, translated_two), is_le);
        prop_assert_eq!(store.is_le(negative_two, negative), is_le);
        if is_le && store.is_le(two, three) {
            prop_assert!(store.is_le(one, three));
        }
    }

    #[test]
    fn text_round_trips(tree in tree()) {
        let mut store = ValueStore::default();
        let value = tree.value(&mut store);
        for value in [value, store.negative(value)] {
            let text = store.format(value);
            prop_assert_eq!(store.parse(&text).unwrap(), value, "{}", text);
        }
    }

    #[test]
    fn means_add_up_and_lie_between_the_stops(one in tree(), two in small_tree()) {
        let mut store = ValueStore::default();
        let (one, two) = (one.value(&mut store), two.value(&mut store));
        let sum = store.sum(one, two);
        let [first, second, of_sum] = [one, two, sum].map(|value| store.thermograph(value));
        prop_assert_eq!(of_sum.mean(), first.mean() + second.mean());
        prop_assert!(of_sum.temperature() <= first.temperature().max(second.temperature()));
        for (value, thermograph) in [(one, first), (sum, of_sum)] {
            let (left, right) = (store.forms().left_stop(value), store.forms().right_stop(value));
            prop_assert!(right <= thermograph.mean() && thermograph.mean() <= left);
            // The temperature of a number is negative.
            let temperature = thermograph.temperature().max(Dyadic::ZERO);
            prop_assert!(left <= thermograph.mean() + temperature);
            prop_assert_eq!(thermograph.left_wall()[0].value, left);
            prop_assert_eq!(thermograph.right_wall()[0].value, right);
        }
    }
}

#[test]
fn well_known_values_are_simplified_and_named() {
    let mut store = ValueStore::default();
    for (text, canonical) in [
        ("{|}", "0"),
        ("{0|2}", "1"),
        ("{0|1/2}", "1/4"),
        ("{0|0}", "*"),
        ("{1|1}", "1*"),
        ("{0,*|0,*}", "*2"),
        ("{0,*2|0,*2}", "*"),
        ("{3,3*,3*2|3,3*,3*2}", "3*3"),
        // All options would take 2^100 steps.
        ("*100", "*100"),
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
        assert_eq!(store.format(value), canonical, "{text}");
    }
}

#[test]
fn invalid_texts_are_rejected() {
    let mut store = ValueStore::default();
    for (text, expected) in [
        ("", "expected a number, `*`, `^`, `v` or `{` at character 1"),
        ("{1|", "a number, `*`, `^`, `v` or `{` at character 4"),
        ("{1,|2}", "a number, `*`, `^`, `v` or `{` at character 4"),
        ("{1 2}", "expected `,` or `|` at character 4"),
        ("1/3", "expected a power of two at character 4"),
        ("1 x", "expected the end at character 3"),
        ("99999999999", "expected a smaller number at character 1"),
        ("1001", "expected a number up to 1000 at character 5"),
        ("*101", "expected a number up to 100 at character 5"),
        ("^101", "expected a number up to 100 at character 5"),
        ("-", "expected a digit at character 2"),
    ] {
        let message = store.parse(text).unwrap_err().to_string();
        assert!(message.ends_with(expected), "{message}");
    }
    let deeply_nested = store.parse(&"{".repeat(100_000)).unwrap_err();
    assert!(deeply_nested.to_string().contains("fewer brackets"));
}
