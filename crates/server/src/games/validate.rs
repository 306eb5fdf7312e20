//! Checks of a new game.

use engine::Level;

use crate::dto::check_range;
use crate::dto::error::ApiError;
use crate::dto::game::{NewGame, Player, TimeControl};

/// Maximum length of a player's name.
const MAX_NAME_CHARS: usize = 100;

/// Maximum length of a game's title.
const MAX_TITLE_CHARS: usize = 200;

/// Maximum search time per move in seconds.
pub const MAX_MOVE_SECONDS: f64 = 60.0;

/// Minimum search time per move in seconds.
pub const MIN_MOVE_SECONDS: f64 = 0.01;

/// Checks everything but the position and the moves.
pub(super) fn validate(new: &NewGame) -> Result<(), ApiError> {
    if new.name.chars().count() > MAX_TITLE_CHARS {
        let message = format!("the title of the game is longer than {MAX_TITLE_CHARS} characters");
        return Err(ApiError::bad_request(message));
    }
    validate_player("black", &new.black)?;
    validate_player("white", &new.white)?;
    new.time_control.map_or(Ok(()), validate_time_control)
}

fn validate_player(side: &str, player: &Player) -> Result<(), ApiError> {
    let seconds = match player {
        Player::Human { name } => {
            let length = name.as_ref().map_or(0, |name| name.chars().count());
            if length > MAX_NAME_CHARS {
                let message = format!("{side}'s name is longer than {MAX_NAME_CHARS} characters");
                return Err(ApiError::bad_request(message));
            }
            None
        }
        Player::ExternalEngine { seconds, .. } => *seconds,
        Player::Engine { level, seconds } => {
            if Level::new(*level).is_none() {
                return Err(ApiError::bad_request(format!(
                    "level {level} does not exist: levels are 1 to {}",
                    Level::COUNT
                )));
            }
            *seconds
        }
    };
    let range = MIN_MOVE_SECONDS..=MAX_MOVE_SECONDS;
    seconds.map_or(Ok(()), |seconds| {
        check_range("the seconds per move", seconds, range)
    })
}

fn validate_time_control(time_control: TimeControl) -> Result<(), ApiError> {
    let TimeControl { seconds, increment } = time_control;
    check_range("the seconds on the clock", seconds, 1.0..=86_400.0)?;
    check_range("the increment of the clock", increment, 0.0..=3_600.0)
}
