//! Games.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use axum::response::Response;
use tokio::time::interval;

use super::extract::{
    ApiResult, EnginePermission, Json, Path, PeerAddr, Query, State, blocking_json,
};
use super::socket::{self, Disconnected, JsonSocket, PING_INTERVAL, Upgrade};
use crate::analysis::StopCondition;
use crate::dto::analysis::Analysis;
use crate::dto::check_range;
use crate::dto::error::ApiError;
use crate::dto::game::{Game, GameList, GameListQuery, NewGame, NewMove, Resignation, TakeBack};
use crate::dto::tree::TreeUpdate;
use crate::games::GameUpdates;
use crate::pool::Priority;
use crate::records::tree_to_record;
use crate::sync::run_blocking;

/// Search time of a hint.
const HINT_TIME: Duration = Duration::from_secs(1);

/// Number of lines of a hint.
const HINT_LINES: usize = 3;

/// Default number of games per page.
const DEFAULT_LIST_LIMIT: usize = 50;

/// Maximum number of games per page.
const MAX_LIST_LIMIT: usize = 200;

/// Start a game, from any position or after moves already played.
#[utoipa::path(
    post, path = "/games", operation_id = "create_game", tag = "games",
    responses(
        (status = 200, body = Game),
        (status = "4XX", description = "Invalid game: bad position, move, player or time control."),
    )
)]
pub async fn create(
    state: State,
    engines: Result<EnginePermission, ApiError>,
    Json(mut new): Json<NewGame>,
) -> ApiResult<Game> {
    if new.has_external_engine() {
        engines?;
    }
    blocking_json(move || {
        state.external_engines.fill_engine_names(&mut new)?;
        state.games.create(new)
    })
    .await
}

/// List games, the newest first.
#[utoipa::path(
    get, path = "/games", operation_id = "list_games", tag = "games",
    params(GameListQuery),
    responses(
        (status = 200, body = GameList),
        (status = "4XX", description = "Invalid query."),
    )
)]
pub async fn list(state: State, Query(query): Query<GameListQuery>) -> ApiResult<GameList> {
    let limit = query.limit.unwrap_or(DEFAULT_LIST_LIMIT);
    check_range("the limit", limit, 1..=MAX_LIST_LIMIT)?;
    blocking_json(move || state.games.list(query.before, limit)).await
}

/// Get a game.
#[utoipa::path(
    get, path = "/games/{id}", operation_id = "get_game", tag = "games",
    params(("id", description = "Id of the game.", example = 1)),
    responses(
        (status = 200, body = Game),
        (status = "4XX", description = "The game does not exist."),
    )
)]
pub async fn get(state: State, Path(id): Path<u64>) -> ApiResult<Game> {
    blocking_json(move || state.games.get(id)).await
}

/// Delete a game.
#[utoipa::path(
    delete, path = "/games/{id}", operation_id = "delete_game", tag = "games",
    params(("id", description = "Id of the game.", example = 1)),
    responses(
        (status = 204, description = "The game is deleted."),
        (status = "4XX", description = "The game does not exist."),
    )
)]
pub async fn delete(state: State, Path(id): Path<u64>) -> Result<StatusCode, ApiError> {
    run_blocking(move || state.games.delete(id)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Play a human's move. It is stored before the response is sent; repeating the request plays
/// nothing.
#[utoipa::path(
    post, path = "/games/{id}/moves", operation_id = "play_move", tag = "games",
    params(("id", description = "Id of the game.", example = 1)),
    responses(
        (status = 200, body = Game),
        (status = "4XX", description = "Illegal move, or not a human's turn."),
    )
)]
pub async fn play(state: State, Path(id): Path<u64>, Json(new): Json<NewMove>) -> ApiResult<Game> {
    blocking_json(move || state.games.play(id, &new)).await
}

/// Take back moves. If it is then an engine's turn, the engine moves.
#[utoipa::path(
    post, path = "/games/{id}/take-back", tag = "games",
    params(("id", description = "Id of the game.", example = 1)),
    responses(
        (status = 200, body = Game),
        (status = "4XX", description = "There are no moves to take back."),
    )
)]
pub async fn take_back(
    state: State,
    Path(id): Path<u64>,
    Json(request): Json<TakeBack>,
) -> ApiResult<Game> {
    blocking_json(move || state.games.take_back(id, request.to_ply)).await
}

/// Resign a game.
#[utoipa::path(
    post, path = "/games/{id}/resign", tag = "games",
    params(("id", description = "Id of the game.", example = 1)),
    responses(
        (status = 200, body = Game),
        (status = "4XX", description = "The game is over."),
    )
)]
pub async fn resign(
    state: State,
    Path(id): Path<u64>,
    Json(resignation): Json<Resignation>,
) -> ApiResult<Game> {
    blocking_json(move || state.games.resign(id, resignation.side)).await
}

/// Replace the comments and variations of a game.
#[utoipa::path(
    put, path = "/games/{id}/tree", operation_id = "keep_tree", tag = "games",
    params(("id", description = "Id of the game.", example = 1)),
    responses(
        (status = 200, body = Game),
        (status = "4XX", description = "Malformed tree or illegal move."),
    )
)]
pub async fn set_tree(
    state: State,
    Path(id): Path<u64>,
    Json(update): Json<TreeUpdate>,
) -> ApiResult<Game> {
    tree_to_record(&update.tree)?;
    blocking_json(move || state.games.set_tree(id, update.tree)).await
}

/// Get a hint: a short search at full strength.
#[utoipa::path(
    post, path = "/games/{id}/hint", tag = "games",
    params(("id", description = "Id of the game.", example = 1)),
    responses(
        (status = 200, body = Analysis),
        (status = "4XX", description = "The game does not exist."),
    )
)]
pub async fn hint(state: State, Path(id): Path<u64>) -> ApiResult<Analysis> {
    let games = Arc::clone(&state.games);
    let position = run_blocking(move || games.position(id)).await?;
    let deadline = StopCondition::Deadline(Instant::now() + HINT_TIME);
    let searches = &state.searches;
    let result = searches.search(&position, HINT_LINES, deadline, Priority::Interactive);
    let study = result.await.map_err(|_| {
        let message = "the server is shutting down";
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, message)
    })?;
    Ok(Json(Analysis::new(&study)))
}

/// Open a WebSocket that sends the `Game` at once and after every change. Messages from the client
/// are ignored.
#[utoipa::path(
    get, path = "/games/{id}/live", operation_id = "watch_game", tag = "games",
    params(("id", description = "Id of the game.", example = 1)),
    responses(
        (status = 101, description = "WebSocket; every message is a `Game`."),
        (status = "4XX", description = "The game does not exist, or not a WebSocket request."),
    )
)]
pub async fn watch(
    state: State,
    Path(id): Path<u64>,
    PeerAddr(address): PeerAddr,
    upgrade: Upgrade,
) -> Result<Response, ApiError> {
    let upgrade = socket::with_limits(upgrade)?;
    let permit = state.streams.acquire(address, 1)?;
    let mut shutdown = state.shutdown.subscribe();
    let mut updates = run_blocking(move || state.games.subscribe(id)).await?;
    Ok(upgrade.on_upgrade(move |socket| async move {
        let mut socket = JsonSocket::new(socket);
        tokio::select! {
            _ = stream_updates(&mut socket, &mut updates) => {}
            _ = shutdown.wait_for(|&is_shutdown| is_shutdown) => {}
        }
        socket.close().await;
        drop(permit);
    }))
}

/// Sends every update until the game is deleted or the client disconnects.
async fn stream_updates(
    socket: &mut JsonSocket,
    updates: &mut GameUpdates,
) -> Result<(), Disconnected> {
    let mut pings = interval(PING_INTERVAL);
    updates.mark_changed();
    loop {
        tokio::select! {
            received = socket.receive() => { received?; }
            changed = updates.changed() => {
                changed.map_err(|_| Disconnected)?;
                let game = updates.borrow_and_update().clone();
                socket.send(&*game.ok_or(Disconnected)?).await?;
            }
            _ = pings.tick() => socket.ping().await?,
        }
    }
}
