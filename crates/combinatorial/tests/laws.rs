//! The laws of order and sum, on random games; and who wins, by playing them out.

use combinatorial::{Games, Number, Outcome, Sums, Value};
use proptest::prelude::*;

/// A game as a tree: what the collection makes of it must be the same to play.
#[derive(Clone, Debug)]
struct Tree {
    lefts: Vec<Tree>,
    rights: Vec<Tree>,
}

impl Tree {
    fn integer(number: i32) -> Self {
        let one_less = |number: i32| vec![Self::integer(number)];
        match number {
            0 => Self {
                lefts: vec![],
                rights: vec![],
            },
            1.. => Self {
                lefts: one_less(number - 1),
                rights: vec![],
            },
            _ => Self {
                lefts: vec![],
                rights: one_less(number + 1),
            },
        }
    }

    fn value(&self, games: &mut Games) -> Value {
        let lefts: Vec<Value> = self.lefts.iter().map(|tree| tree.value(games)).collect();
        let rights: Vec<Value> = self.rights.iter().map(|tree| tree.value(games)).collect();
        games.game(&lefts, &rights)
    }
}

/// Whether who begins wins the trees side by side, by nothing but the rules.
fn first_wins(trees: &[&Tree], left_begins: bool) -> bool {
    (0..trees.len()).any(|place| {
        let options = if left_begins {
            &trees[place].lefts
        } else {
            &trees[place].rights
        };
        options.iter().any(|option| {
            let mut after = trees.to_vec();
            after[place] = option;
            !first_wins(&after, !left_begins)
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
                .prop_map(|(lefts, rights)| Tree { lefts, rights })
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
                .prop_map(|(lefts, rights)| Tree { lefts, rights })
        })
}

fn wins(outcome: Outcome) -> (bool, bool) {
    // Whether Left wins beginning, and whether Right wins beginning.
    match outcome {
        Outcome::Left => (true, false),
        Outcome::Right => (false, true),
        Outcome::First => (true, true),
        Outcome::Second => (false, false),
    }
}

proptest! {
    #[test]
    fn a_value_is_won_as_its_tree_is(tree in tree()) {
        let mut games = Games::default();
        let value = tree.value(&mut games);
        let played = (first_wins(&[&tree], true), first_wins(&[&tree], false));
        prop_assert_eq!(wins(games.outcome(value)), played, "{}", games.show(value));
    }

    #[test]
    fn sums_are_won_as_their_trees_are(trees in prop::collection::vec(small_tree(), 1..4)) {
        let mut games = Games::default();
        let values: Vec<Value> = trees.iter().map(|tree| tree.value(&mut games)).collect();
        let trees: Vec<&Tree> = trees.iter().collect();
        let played = (first_wins(&trees, true), first_wins(&trees, false));
        let total = values.iter().fold(Value::ZERO, |sum, &value| games.sum(sum, value));
        prop_assert_eq!(wins(games.outcome(total)), played);
        for mut sums in [Sums::default(), Sums::with_room(1)] {
            let solved = (sums.first_wins(&mut games, &values), !sums.second_wins(&mut games, &values));
            prop_assert_eq!(solved, played);
        }
    }

    #[test]
    fn games_are_a_group_with_an_order(one in tree(), two in tree(), three in small_tree()) {
        let mut games = Games::default();
        let [one, two, three] = [one, two, three].map(|tree| tree.value(&mut games));
        let sum = games.sum(one, two);
        prop_assert_eq!(sum, games.sum(two, one));
        let (first, second) = (games.sum(sum, three), games.sum(two, three));
        prop_assert_eq!(first, games.sum(one, second));
        prop_assert_eq!(games.sum(one, Value::ZERO), one);
        let negative = games.negative(one);
        prop_assert_eq!(games.negative(negative), one);
        prop_assert_eq!(games.sum(one, negative), Value::ZERO);
        // One is at most two exactly if one minus two is at most nothing, and adding the same changes nothing.
        let opposite = games.negative(two);
        let difference = games.sum(one, opposite);
        let answer = games.is_at_most(one, two);
        prop_assert_eq!(games.is_at_most(difference, Value::ZERO), answer);
        let (left, right) = (games.sum(one, three), games.sum(two, three));
        prop_assert_eq!(games.is_at_most(left, right), answer);
        prop_assert_eq!(games.is_at_most(opposite, negative), answer);
        if answer && games.is_at_most(two, three) {
            prop_assert!(games.is_at_most(one, three));
        }
    }

    #[test]
    fn what_is_written_is_read_again(tree in tree()) {
        let mut games = Games::default();
        let value = tree.value(&mut games);
        let text = games.show(value);
        prop_assert_eq!(games.parse(&text).unwrap(), value, "{}", text);
        let negative = games.negative(value);
        let text = games.show(negative);
        prop_assert_eq!(games.parse(&text).unwrap(), negative, "{}", text);
    }

    #[test]
    fn means_add_and_stops_lie_round_them(one in tree(), two in small_tree()) {
        let mut games = Games::default();
        let (one, two) = (one.value(&mut games), two.value(&mut games));
        let sum = games.sum(one, two);
        let [first, second, both] = [one, two, sum].map(|value| games.thermograph(value));
        prop_assert_eq!(both.mean(), first.mean() + second.mean());
        prop_assert!(both.temperature() <= first.temperature().max(second.temperature()));
        for (value, thermograph) in [(one, first), (sum, both)] {
            let (left, right) = (games.forms().left_stop(value), games.forms().right_stop(value));
            prop_assert!(right <= thermograph.mean() && thermograph.mean() <= left);
            let heat = thermograph.temperature().max(Number::ZERO);
            prop_assert!(left <= thermograph.mean() + heat);
            prop_assert_eq!(thermograph.left_wall()[0].worth, left);
            prop_assert_eq!(thermograph.right_wall()[0].worth, right);
        }
    }
}

#[test]
fn well_known_games_have_their_names() {
    let mut games = Games::default();
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
        let value = games.parse(text).unwrap();
        assert_eq!(games.show(value), name, "{text}");
    }
}

#[test]
fn what_is_no_game_is_refused() {
    let mut games = Games::default();
    for (text, complaint) in [
        (
            "",
            "a number, `*`, `^`, `v` or `{` was expected at character 1",
        ),
        (
            "{1|",
            "a number, `*`, `^`, `v` or `{` was expected at character 4",
        ),
        (
            "{1,|2}",
            "a number, `*`, `^`, `v` or `{` was expected at character 4",
        ),
        ("{1 2}", "`,` or `|` was expected at character 4"),
        ("1/3", "a power of two was expected at character 4"),
        ("1 x", "the end was expected at character 3"),
        (
            "99999999999",
            "a smaller number was expected at character 1",
        ),
        ("1001", "a number up to 1000 was expected at character 5"),
        ("*101", "a number up to 100 was expected at character 5"),
        ("-", "a digit was expected at character 2"),
    ] {
        let said = games.parse(text).unwrap_err().to_string();
        assert!(said.ends_with(complaint), "{said}");
    }
    let deep = "{".repeat(100_000);
    assert!(
        games
            .parse(&deep)
            .unwrap_err()
            .to_string()
            .contains("fewer brackets")
    );
}
