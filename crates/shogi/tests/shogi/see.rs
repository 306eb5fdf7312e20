//! Static exchange evaluation against exchanges that are played.

use game::Game;
use shogi::{Evaluation, Position};

use crate::random_games::play;

/// Value of the exchange on a square by playing all legal captures there.
fn played_value(position: &mut Position, square: &str) -> i32 {
    let material = Evaluation::material();
    let stand_pat = material.centipawns(position);
    let captures: Vec<_> = position
        .moves()
        .into_iter()
        .filter(|mv| !mv.is_drop() && mv.to_sq().to_usi() == square)
        .collect();
    let mut best = stand_pat;
    for mv in captures {
        position.play(mv);
        best = best.max(-played_value(position, square));
        position.unplay(mv, ());
    }
    best
}

#[test]
fn see_is_right_in_95_percent_of_exchanges() {
    let with_see = Evaluation {
        uses_see: true,
        ..Evaluation::material()
    };
    let (mut exchanges, mut right) = (0_u32, 0_u32);
    for seed in 0..150 {
        play(seed, 150, |position| {
            let text = position.to_text();
            // SEE ignores pins and checks by design.
            let Some(last) = text.split(' ').next_back().filter(|_| position.plies() > 0) else {
                return;
            };
            if position.is_in_check() || position.outcome().is_some() {
                return;
            }
            let square = last.trim_end_matches('+');
            let square = &square[square.len() - 2..];
            let expected = played_value(position, square);
            let see = with_see.centipawns(position);
            let stand_pat = Evaluation::material().centipawns(position);
            if expected != stand_pat || see != stand_pat {
                exchanges += 1;
                right += u32::from(expected == see);
            }
        });
    }
    assert!(exchanges > 500, "{exchanges}");
    assert!(
        right * 100 >= exchanges * 95,
        "{right} of {exchanges} right"
    );
}
