//! The network of distance pairs: kept sums against sums from nothing, path against path, and what training says of
//! the same positions.

use amazons::{Game, Move, Position};
use evaluation::{Layout, Path};
use network::pairs::{PairNetwork, PairsError};
use serde_json::Value;

const FILE: &[u8] = include_bytes!("../pairs.weights");

fn network() -> PairNetwork {
    PairNetwork::from_bytes(FILE).expect("the file in the tree is whole")
}

/// All positions of a game whose moves are as good as random, from a start.
fn game(mut position: Position, salt: usize) -> Vec<(Position, Option<Move>)> {
    let mut positions = Vec::new();
    loop {
        let moves = position.moves();
        let choice = (position.key() as usize).wrapping_add(salt) % moves.len().max(1);
        let mv = moves.get(choice).copied();
        positions.push((position, mv));
        match mv {
            Some(mv) => position.play(mv),
            None => return positions,
        }
    }
}

#[test]
fn sums_that_follow_are_sums_from_nothing() {
    let network = network();
    let irregular = Position::parse("q3*/1**2/2Q2/**1*1/4Q/5 w").expect("a position");
    for (start, salt) in [
        (Position::standard_start(), 0),
        (Position::standard_start(), 7),
        (irregular, 3),
    ] {
        for path in Path::available() {
            for (position, mv) in game(start, salt) {
                let before = Layout::of(&position);
                let sums = network.sums(path, &before);
                let Some(mv) = mv else { break };
                let stepped = before.after_step(mv.from, mv.to);
                let after = stepped.after_arrow(mv.arrow);
                let followed = network.follow(path, &sums, &stepped);
                assert_eq!(followed, network.sums(path, &stepped), "{path}");
                assert_eq!(
                    network.follow(path, &followed, &after),
                    network.sums(path, &after)
                );
                // From afar, and back, as well.
                assert_eq!(network.follow(path, &followed, &before), sums);
            }
        }
    }
}

#[test]
fn all_paths_judge_alike() {
    let network = network();
    let mut different = std::collections::HashSet::new();
    for (position, _) in game(Position::standard_start(), 5) {
        let layout = Layout::of(&position);
        let estimates: Vec<_> = Path::available()
            .into_iter()
            .map(|path| network.judge(path, &network.sums(path, &layout), &layout))
            .collect();
        assert!(
            estimates.iter().all(|estimate| *estimate == estimates[0]),
            "{estimates:?}"
        );
        different.insert(estimates[0]);
    }
    assert!(different.len() > 40, "{} values are few", different.len());
}

#[test]
fn training_says_the_same() {
    let text = include_str!("pairs-vectors.json");
    let vectors: Vec<Value> = serde_json::from_str(text).expect("the vectors are JSON");
    let (network, path) = (network(), Path::best());
    assert!(vectors.len() > 4);
    for vector in vectors {
        let text = vector["position"].as_str().expect("a position");
        for side in ["w", "b"] {
            // Seen by Black, capital letters are Black's.
            let board = if side == "w" {
                text.to_owned()
            } else {
                exchanged(text)
            };
            let position = Position::parse(&format!("{board} {side}")).expect("a position");
            let layout = Layout::of(&position);
            let estimate = network.judge(path, &network.sums(path, &layout), &layout);
            assert_eq!(
                Some(i64::from(estimate.thousandths())),
                vector["thousandths"].as_i64(),
                "{text} {side}"
            );
        }
    }
}

fn exchanged(board: &str) -> String {
    let letter = |c: char| match c {
        'Q' => 'q',
        'q' => 'Q',
        other => other,
    };
    board.chars().map(letter).collect()
}

#[test]
fn damaged_files_are_refused() {
    let complaint = |bytes: &[u8]| {
        PairNetwork::from_bytes(bytes)
            .expect_err("it is damaged")
            .to_string()
    };
    assert!(complaint(b"something else").contains("does not begin with THMDPAIR"));
    assert!(complaint(&[]).contains("does not begin"));
    for length in [8, 11, 19, 30, 40, 5_000, FILE.len() - 1] {
        assert!(complaint(&FILE[..length]).contains("cut short"), "{length}");
    }
    let mut longer = FILE.to_vec();
    longer.push(0);
    assert!(complaint(&longer).contains("checksum"));
    for place in [20, 24, 28, 36, 60, 1_000, FILE.len() - 1] {
        let mut changed = FILE.to_vec();
        changed[place] ^= 1;
        assert!(complaint(&changed).contains("checksum"), "{place}");
    }
    let mut version = FILE.to_vec();
    version[8] = 2;
    assert!(matches!(
        PairNetwork::from_bytes(&version),
        Err(PairsError::Version(2))
    ));
}
