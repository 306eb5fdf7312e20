//! What a new game may be.

use engine::Level;

use crate::dto::game::{Clock, NewGame, Player};
use crate::dto::problem::Refusal;

/// A name of a person has so many characters at most.
const LONGEST_NAME: usize = 100;

/// A name of a game has so many characters at most.
const LONGEST_TITLE: usize = 200;

/// The longest that the computer may think about a move.
pub const MOST_SECONDS: f64 = 60.0;

/// The shortest.
pub const LEAST_SECONDS: f64 = 0.01;

/// Checks all that can be wrong with a new game but its position and moves.
pub(super) fn check(new: &NewGame) -> Result<(), Refusal> {
    if new.name.chars().count() > LONGEST_TITLE {
        let sentence = format!("the name of the game is longer than {LONGEST_TITLE} characters");
        return Err(Refusal::bad_request(sentence));
    }
    player("black", &new.black)?;
    player("white", &new.white)?;
    new.clock.map_or(Ok(()), clock)
}

fn player(side: &str, player: &Player) -> Result<(), Refusal> {
    match player {
        Player::Person { name: Some(name) } if name.chars().count() > LONGEST_NAME => {
            Err(Refusal::bad_request(format!(
                "{side}'s name is longer than {LONGEST_NAME} characters"
            )))
        }
        Player::Person { .. } => Ok(()),
        Player::Program { seconds, .. } => thinking_time(*seconds),
        Player::Engine { level, seconds } => {
            if Level::new(*level).is_none() {
                return Err(Refusal::bad_request(format!(
                    "there is no level {level}: levels run from 1 to {}",
                    Level::COUNT
                )));
            }
            thinking_time(*seconds)
        }
    }
}

fn thinking_time(seconds: Option<f64>) -> Result<(), Refusal> {
    let what = "the seconds for a move";
    seconds.map_or(Ok(()), |seconds| {
        within(what, seconds, LEAST_SECONDS, MOST_SECONDS)
    })
}

fn clock(clock: Clock) -> Result<(), Refusal> {
    within("the seconds on a clock", clock.seconds, 1.0, 86_400.0)?;
    within("the increment of a clock", clock.increment, 0.0, 3_600.0)
}

/// Refuses a number outside a range, and what is no number.
pub fn within(what: &str, number: f64, least: f64, most: f64) -> Result<(), Refusal> {
    if (least..=most).contains(&number) {
        return Ok(());
    }
    let sentence = format!("{what} must be from {least} to {most}, not {number}");
    Err(Refusal::bad_request(sentence))
}
