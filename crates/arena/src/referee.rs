//! Plays one game: requests moves, runs the clocks, checks legality.

use game::{Color, Game, Outcome, PerColor};

use crate::forfeit::{Forfeit, PlayerError, excerpt};
use crate::game_record::{GameRecord, PlayedMove, Termination};
use crate::openings::Opening;
use crate::player::{GameHistory, Player, PlayerReply, StopToken};
use crate::schedule::ScheduledGame;
use crate::time_control::{Clock, TimeControl, Timeouts};

/// Players and time controls of a game.
pub(crate) struct GameSetup<'a, G: Game> {
    pub(crate) players: PerColor<&'a mut Box<dyn Player<G>>>,
    pub(crate) time_controls: PerColor<TimeControl>,
    pub(crate) timeouts: Timeouts,
}

/// Outcome of a game and how it ended.
struct GameEnd {
    outcome: Outcome,
    termination: Termination,
}

impl GameEnd {
    fn lost_by(loser: Color, termination: Termination) -> Self {
        Self {
            outcome: Outcome::Win(!loser),
            termination,
        }
    }
}

/// Plays a game; `None` if the match was stopped.
pub(crate) fn play<G: Game>(
    setup: GameSetup<'_, G>,
    scheduled: &ScheduledGame,
    opening: &Opening<G>,
    seeds: PerColor<u64>,
    stop: &StopToken,
) -> Option<GameRecord> {
    let mut moves = Vec::new();
    let end = play_moves(setup, opening.history(), &mut moves, seeds, stop)?;
    Some(record(scheduled, opening, end, moves))
}

/// The record of a game that a player forfeits before it begins.
pub(crate) fn forfeit<G: Game>(
    scheduled: &ScheduledGame,
    opening: &Opening<G>,
    loser: Color,
    forfeit: Forfeit,
) -> GameRecord {
    let end = GameEnd::lost_by(loser, Termination::Forfeit(forfeit));
    record(scheduled, opening, end, Vec::new())
}

fn record<G: Game>(
    scheduled: &ScheduledGame,
    opening: &Opening<G>,
    end: GameEnd,
    moves: Vec<PlayedMove>,
) -> GameRecord {
    GameRecord {
        game: scheduled.game,
        opening: scheduled.opening,
        black: scheduled.players[Color::Black],
        white: scheduled.players[Color::White],
        first: opening.start().to_move(),
        winner: end.outcome.winner(),
        termination: end.termination,
        start: opening.start().to_text(),
        opening_moves: opening.move_texts(),
        moves,
    }
}

/// Plays to the end of the game; `None` if the match was stopped.
fn play_moves<G: Game>(
    mut setup: GameSetup<'_, G>,
    mut history: GameHistory<G>,
    moves: &mut Vec<PlayedMove>,
    seeds: PerColor<u64>,
    stop: &StopToken,
) -> Option<GameEnd> {
    for color in Color::ALL {
        if let Err(error) = setup.players[color].new_game(seeds[color], stop) {
            return forfeit_or_stop(color, error);
        }
    }
    let mut clocks = PerColor::from_fn(|color| setup.time_controls[color].clock.map(Clock::new));
    loop {
        if let Some(end) = game_end(history.position()) {
            return Some(end);
        }
        let mover = history.position().to_move();
        let reply = match request_move(&mut setup, &history, &clocks, stop) {
            Ok(reply) => reply,
            Err(error) => return forfeit_or_stop(mover, error),
        };
        let Some(mv) = reply.mv else {
            return Some(GameEnd::lost_by(mover, Termination::Resignation));
        };
        moves.push(PlayedMove {
            mv: history.position().move_to_text(mv),
            info: reply.info,
            milliseconds: (reply.elapsed.as_secs_f64() * 1e6).round() / 1e3,
        });
        history.push(mv);
        if let Some(clock) = &mut clocks[mover] {
            clock.deduct(reply.elapsed);
        }
    }
}

/// The outcome by the rules, else the proven outcome.
fn game_end<G: Game>(position: &G) -> Option<GameEnd> {
    let by_rules = position
        .outcome()
        .map(|outcome| (outcome, Termination::Rules));
    by_rules
        .or_else(|| Some((position.proven_outcome()?, Termination::Proven)))
        .map(|(outcome, termination)| GameEnd {
            outcome,
            termination,
        })
}

/// Requests a move and checks its time and legality.
fn request_move<G: Game>(
    setup: &mut GameSetup<'_, G>,
    history: &GameHistory<G>,
    clocks: &PerColor<Option<Clock>>,
    stop: &StopToken,
) -> Result<PlayerReply<G::Move>, PlayerError> {
    let position = history.position();
    let mover = position.to_move();
    let time_control = setup.time_controls[mover];
    let limits = time_control.move_limits(*clocks, clocks[mover], setup.timeouts);
    let reply = setup.players[mover].choose_move(history, &limits, stop)?;
    let limit = limits.deadline.duration();
    if reply.elapsed > limit {
        return Err(Forfeit::Time { limit }.into());
    }
    match reply.mv {
        Some(mv) if !position.is_legal(mv) => Err(Forfeit::IllegalMove {
            text: excerpt(&format!("{mv:?}")),
            reason: "illegal move".to_owned(),
        }
        .into()),
        _ => Ok(reply),
    }
}

fn forfeit_or_stop(loser: Color, error: PlayerError) -> Option<GameEnd> {
    match error {
        PlayerError::Stopped => None,
        PlayerError::Forfeit(forfeit) => {
            Some(GameEnd::lost_by(loser, Termination::Forfeit(forfeit)))
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;
    use std::time::Duration;

    use amazons::Position;
    use toys::TicTacToe;

    use super::*;
    use crate::player::EngineInfo;
    use crate::time_control::MoveLimits;

    /// Plays a list of moves with their times in seconds; resigns at its end.
    struct Scripted<M>(VecDeque<(M, u64)>);

    impl<G: Game> Player<G> for Scripted<G::Move> {
        fn new_game(&mut self, _: u64, _: &StopToken) -> Result<(), PlayerError> {
            Ok(())
        }

        fn choose_move(
            &mut self,
            _: &GameHistory<G>,
            _: &MoveLimits,
            _: &StopToken,
        ) -> Result<PlayerReply<G::Move>, PlayerError> {
            let reply = self.0.pop_front();
            Ok(PlayerReply {
                mv: reply.map(|(mv, _)| mv),
                info: EngineInfo::default(),
                elapsed: Duration::from_secs(reply.map_or(0, |(_, seconds)| seconds)),
            })
        }
    }

    /// Plays a game, Black first, with 10+1 seconds each. Moves are those of the start position.
    fn play_script<G: Game + 'static>(
        start: G,
        black: &[(&str, u64)],
        white: &[(&str, u64)],
    ) -> GameRecord {
        let player = |replies: &[(&str, u64)]| -> Box<dyn Player<G>> {
            let replies = replies.iter().map(|&(text, seconds)| {
                let mv = start
                    .parse_move(text)
                    .expect("a move of the start position");
                (mv, seconds)
            });
            Box::new(Scripted(replies.collect()))
        };
        let (mut black, mut white) = (player(black), player(white));
        let time_control = TimeControl {
            clock: Some("10+1".parse().unwrap()),
            ..TimeControl::default()
        };
        let setup = GameSetup {
            players: PerColor::new(&mut black, &mut white),
            time_controls: PerColor::new(time_control, time_control),
            timeouts: Timeouts {
                time_margin: Duration::from_secs(1),
                response_timeout: Duration::from_secs(1),
            },
        };
        let scheduled = ScheduledGame {
            game: 5,
            opening: 2,
            players: PerColor::new(1, 0),
        };
        let opening = Opening::new(start, Vec::new()).unwrap();
        let seeds = PerColor::default();
        play(setup, &scheduled, &opening, seeds, &StopToken::default()).unwrap()
    }

    fn play_tictactoe(black: &[(&str, u64)], white: &[(&str, u64)]) -> GameRecord {
        play_script(TicTacToe::start(), black, white)
    }

    #[test]
    fn games_end_by_the_rules() {
        let record = play_tictactoe(&[("a1", 0), ("b1", 0), ("c1", 0)], &[("a2", 0), ("b2", 0)]);
        assert_eq!(record.winner, Some(Color::Black));
        assert_eq!(record.termination, Termination::Rules);
        assert_eq!(
            (record.game, record.opening, record.black, record.white),
            (5, 2, 1, 0)
        );
        assert_eq!(record.first, Color::Black);
        assert_eq!(record.start, TicTacToe::start().to_text());
        assert_eq!(record.moves[1].mv, "a2");
    }

    /// After the arrow on c1 the players are separated, and White runs out of moves first.
    #[test]
    fn a_proven_result_ends_a_game_early() {
        let start = Position::parse("x...o b").unwrap();
        let record = play_script(start, &[("a1-b1/c1", 0)], &[]);
        assert_eq!(record.winner, Some(Color::Black));
        assert_eq!(record.termination, Termination::Proven);
        assert_eq!(record.moves.len(), 1);
    }

    #[test]
    fn an_illegal_move_forfeits() {
        let record = play_tictactoe(&[("a1", 0)], &[("a1", 0)]);
        assert_eq!(record.winner, Some(Color::Black));
        assert!(matches!(
            record.termination,
            Termination::Forfeit(Forfeit::IllegalMove { .. })
        ));
        assert_eq!(record.moves.len(), 1);
    }

    #[test]
    fn a_reply_without_a_move_resigns() {
        let record = play_tictactoe(&[("a1", 0)], &[]);
        assert_eq!(record.winner, Some(Color::Black));
        assert_eq!(record.termination, Termination::Resignation);
    }

    /// 10 − 9 + 1 seconds leave two, plus one of margin.
    #[test]
    fn exceeding_the_clock_forfeits() {
        let record = play_tictactoe(&[("a1", 9), ("b1", 3), ("c2", 3)], &[("a2", 0), ("b2", 0)]);
        assert_eq!(record.moves.len(), 4, "Black's third move is late");
        assert_eq!(record.winner, Some(Color::White));
        let limit = Duration::from_secs(2);
        let late = Termination::Forfeit(Forfeit::Time { limit });
        assert_eq!(record.termination, late);
        assert_eq!(record.moves[2].milliseconds, 3000.0);
    }
}
