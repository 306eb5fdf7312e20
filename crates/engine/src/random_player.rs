//! The player that draws its move uniformly among all legal ones.

use std::time::Instant;

use amazons::{Game, Move, Position};

use crate::analysis::{Answer, Event, Info, Score};
use crate::limits::Limits;
use crate::random_numbers::RandomNumbers;

/// Draws a move, after telling about it and, as further ranks, about `lines - 1` others that it
/// might as well have drawn.
///
/// Looking at each legal move once is the least that any limit allows, so none is asked.
pub(crate) fn think(
    position: &Position,
    limits: &Limits,
    lines: usize,
    numbers: &mut RandomNumbers,
    listener: &mut impl FnMut(Event),
) -> Answer {
    let begin = Instant::now();
    let mut moves = position.moves();
    let nodes = moves.len() as u64;
    if !limits.search_moves.is_empty() {
        moves.retain(|mv| limits.search_moves.contains(mv));
    }
    let drawn = draw(&mut moves, lines.max(1), numbers);
    for (rank, &mv) in (1..).zip(drawn) {
        listener(Event::Info(Info {
            depth: 1,
            rank,
            score: score_of(position, mv),
            nodes,
            time: begin.elapsed(),
            line: vec![mv],
            visits: None,
        }));
    }
    if nodes == 0 {
        listener(Event::Info(Info {
            depth: 0,
            rank: 1,
            score: Some(Score::Loss { plies: 0 }),
            nodes,
            time: begin.elapsed(),
            line: Vec::new(),
            visits: None,
        }));
    }
    Answer {
        best_move: drawn.first().copied(),
        expected_reply: None,
    }
}

/// Brings `count` random moves to the front, or all if there are fewer, and returns them.
fn draw<'a>(moves: &'a mut [Move], count: usize, numbers: &mut RandomNumbers) -> &'a [Move] {
    let count = count.min(moves.len());
    for place in 0..count {
        let chosen = place + numbers.below(moves.len() - place);
        moves.swap(place, chosen);
    }
    &moves[..count]
}

/// This player knows what a move is worth only if it ends the game.
fn score_of(position: &Position, mv: Move) -> Option<Score> {
    let next = position.after(mv).ok()?;
    (!next.has_move()).then_some(Score::Win { plies: 1 })
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    fn think_about(diagram: &str, limits: &Limits, lines: usize, seed: u64) -> (Vec<Info>, Answer) {
        let position = Position::parse(diagram).unwrap();
        let mut infos = Vec::new();
        let answer = think(
            &position,
            limits,
            lines,
            &mut RandomNumbers::from_seed(seed),
            &mut |event| match event {
                Event::Info(info) => infos.push(info),
                other => panic!("{other:?} is left to the player's caller"),
            },
        );
        (infos, answer)
    }

    #[test]
    fn every_legal_move_is_drawn_equally_often() {
        let diagram = "x.#|..#|##o b";
        let moves = Position::parse(diagram).unwrap().moves();
        let mut seen: HashMap<Move, u32> = HashMap::new();
        let draws = 1000 * moves.len() as u64;
        for seed in 0..draws {
            let (_, answer) = think_about(diagram, &Limits::default(), 1, seed);
            *seen.entry(answer.best_move.unwrap()).or_default() += 1;
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
    fn what_it_tells_is_what_it_knows() {
        let (infos, answer) = think_about("x..|.#.|..o b", &Limits::default(), 1, 7);
        let [info] = &infos[..] else {
            panic!("{infos:?}")
        };
        let position = Position::parse("x..|.#.|..o b").unwrap();
        assert_eq!((info.depth, info.rank, info.score), (1, 1, None));
        assert_eq!(info.nodes, position.move_count());
        assert_eq!(info.line, [answer.best_move.unwrap()]);
        assert_eq!(answer.expected_reply, None);
    }

    #[test]
    fn a_move_that_ends_the_game_is_a_win() {
        let (infos, _) = think_about("x.#o. b", &Limits::default(), 1, 7);
        assert_eq!(infos[0].score, None);
        let (infos, _) = think_about("x.#o b", &Limits::default(), 1, 7);
        assert_eq!(infos[0].score, Some(Score::Win { plies: 1 }));
    }

    #[test]
    fn without_a_move_the_game_is_lost() {
        let (infos, answer) = think_about("x#o b", &Limits::default(), 3, 7);
        let [info] = &infos[..] else {
            panic!("{infos:?}")
        };
        assert_eq!(info.score, Some(Score::Loss { plies: 0 }));
        assert_eq!((info.depth, info.nodes), (0, 0));
        assert_eq!(answer.best_move, None);
    }

    #[test]
    fn more_lines_are_different_moves_in_rank_order() {
        let (infos, answer) = think_about("x..|.#.|..o b", &Limits::default(), 4, 7);
        assert_eq!(
            infos.iter().map(|info| info.rank).collect::<Vec<_>>(),
            [1, 2, 3, 4]
        );
        assert_eq!(infos[0].line, [answer.best_move.unwrap()]);
        for (index, info) in infos.iter().enumerate() {
            assert!(infos[..index].iter().all(|other| other.line != info.line));
        }
        let (infos, _) = think_about("x.o b", &Limits::default(), 4, 7);
        assert_eq!(infos.len(), 1);
    }

    #[test]
    fn only_the_moves_asked_for_are_drawn() {
        let wanted = "a3-b3/c3".parse().unwrap();
        let limits = Limits {
            search_moves: vec![wanted],
            ..Limits::default()
        };
        for seed in 0..20 {
            let (_, answer) = think_about("x..|.#.|..o b", &limits, 1, seed);
            assert_eq!(answer.best_move, Some(wanted));
        }
    }
}
