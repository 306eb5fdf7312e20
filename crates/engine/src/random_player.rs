//! The random player: plays a uniformly random legal move.

use std::time::Instant;

use amazons::{Game, Move, Position};
use game::SplitMix64;
use search::{Score, SearchLimits};

use crate::SearchInfo;
use crate::events::{BestMove, Event};

/// Samples a move and reports it, with `multipv - 1` other random moves as further lines. Ignores
/// all limits but `search_moves`.
pub(crate) fn search(
    position: &Position,
    limits: &SearchLimits<Move>,
    rng: &mut SplitMix64,
    listener: &mut impl FnMut(Event),
) -> BestMove {
    let start = Instant::now();
    let mut moves = position.moves();
    let nodes = moves.len() as u64;
    if !limits.search_moves.is_empty() {
        moves.retain(|mv| limits.search_moves.contains(mv));
    }
    let sampled = shuffle_front(&mut moves, limits.multipv.max(1), rng);
    for (multipv, &mv) in (1..).zip(sampled) {
        listener(Event::Info(SearchInfo {
            multipv,
            nodes,
            ..SearchInfo::single_move(mv, score(position, mv), start.elapsed())
        }));
    }
    if nodes == 0 {
        listener(Event::Info(SearchInfo {
            depth: 0,
            multipv: 1,
            score: Some(Score::Loss { plies: 0 }),
            nodes,
            time: start.elapsed(),
            pv: Vec::new(),
            visits: None,
        }));
    }
    BestMove {
        mv: sampled.first().copied(),
        ponder: None,
    }
}

/// Moves `count` random moves, or all if there are fewer, to the front and returns them.
fn shuffle_front<'a>(moves: &'a mut [Move], count: usize, rng: &mut SplitMix64) -> &'a [Move] {
    let count = count.min(moves.len());
    for index in 0..count {
        let sampled = index + rng.below(moves.len() - index);
        moves.swap(index, sampled);
    }
    &moves[..count]
}

/// The score of a move that ends the game; others are unknown.
fn score(position: &Position, mv: Move) -> Option<Score> {
    let next = position.after(mv).ok()?;
    (!next.has_legal_move()).then_some(Score::Win { plies: 1 })
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    /// Reports and result of a search with seed 7.
    fn run_search(diagram: &str, multipv: usize) -> (Vec<SearchInfo>, BestMove) {
        let limits = SearchLimits {
            multipv,
            ..SearchLimits::unlimited()
        };
        run_limited(diagram, &limits, 7)
    }

    fn run_limited(
        diagram: &str,
        limits: &SearchLimits<Move>,
        seed: u64,
    ) -> (Vec<SearchInfo>, BestMove) {
        let position = Position::parse(diagram).unwrap();
        let mut infos = Vec::new();
        let mut rng = SplitMix64::from_seed(seed);
        let best_move = search(&position, limits, &mut rng, &mut |event| match event {
            Event::Info(info) => infos.push(info),
            other => panic!("unexpected {other:?}"),
        });
        (infos, best_move)
    }

    #[test]
    fn legal_moves_are_uniformly_distributed() {
        let diagram = "x.#|..#|##o b";
        let moves = Position::parse(diagram).unwrap().moves();
        let mut seen: HashMap<Move, u32> = HashMap::new();
        let samples = 1000 * moves.len() as u64;
        for seed in 0..samples {
            let (_, best_move) = run_limited(diagram, &SearchLimits::unlimited(), seed);
            *seen.entry(best_move.mv.unwrap()).or_default() += 1;
        }
        assert_eq!(seen.len(), moves.len());
        // More than four standard deviations of a count that is 1,000 on average.
        assert!(
            seen.values().all(|count| count.abs_diff(1000) < 130),
            "{seen:?}"
        );
        assert!(moves.iter().all(|mv| seen.contains_key(mv)));
    }

    #[test]
    fn one_line_is_reported_without_a_score() {
        let (infos, best_move) = run_search("x..|.#.|..o b", 1);
        let [info] = &infos[..] else {
            panic!("{infos:?}")
        };
        let position = Position::parse("x..|.#.|..o b").unwrap();
        assert_eq!((info.depth, info.multipv, info.score), (1, 1, None));
        assert_eq!(info.nodes, position.move_count());
        assert_eq!(info.pv, [best_move.mv.unwrap()]);
        assert_eq!(best_move.ponder, None);
    }

    #[test]
    fn a_move_that_ends_the_game_has_a_winning_score() {
        let (infos, _) = run_search("x.#o. b", 1);
        assert_eq!(infos[0].score, None);
        let (infos, _) = run_search("x.#o b", 1);
        assert_eq!(infos[0].score, Some(Score::Win { plies: 1 }));
    }

    #[test]
    fn a_position_without_moves_is_lost() {
        let (infos, best_move) = run_search("x#o b", 3);
        let [info] = &infos[..] else {
            panic!("{infos:?}")
        };
        assert_eq!(info.score, Some(Score::Loss { plies: 0 }));
        assert_eq!((info.depth, info.nodes), (0, 0));
        assert_eq!(best_move.mv, None);
    }

    #[test]
    fn several_lines_are_distinct_moves_in_order() {
        let (infos, best_move) = run_search("x..|.#.|..o b", 4);
        assert_eq!(
            infos.iter().map(|info| info.multipv).collect::<Vec<_>>(),
            [1, 2, 3, 4]
        );
        assert_eq!(infos[0].pv, [best_move.mv.unwrap()]);
        for (index, info) in infos.iter().enumerate() {
            assert!(infos[..index].iter().all(|other| other.pv != info.pv));
        }
        let (infos, _) = run_search("x.o b", 4);
        assert_eq!(infos.len(), 1);
    }

    #[test]
    fn only_search_moves_are_played() {
        let wanted = "a3-b3/c3".parse().unwrap();
        let limits = SearchLimits {
            search_moves: vec![wanted],
            ..SearchLimits::unlimited()
        };
        for seed in 0..20 {
            let (_, best_move) = run_limited("x..|.#.|..o b", &limits, seed);
            assert_eq!(best_move.mv, Some(wanted));
        }
    }
}
