//! Games that are played and kept.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::http::StatusCode;
use axum::response::Response;
use tokio::sync::watch;
use tokio::time::interval;

use super::input::{Answer, AtThisMachine, Json, Path, Peer, Query, State};
use super::socket::{self, Gone, PING_EVERY, Socket};
use crate::dto::analysis::Analyst;
use crate::dto::game::{Game, GameList, GameRange, NewGame, NewMove, Resignation, TakeBack};
use crate::dto::problem::{Problem, Refusal};
use crate::dto::study::Study;
use crate::dto::tree::TreeToKeep;
use crate::pool::Urgency;
use crate::records::record;
use crate::thinking::{Enough, StudyJob, expected_margin};

/// How long the engine thinks about a hint.
const HINT: Duration = Duration::from_secs(1);

/// How many moves a hint shows.
const HINT_LINES: usize = 3;

/// How many games a list has unless said otherwise.
const LIST: usize = 50;

/// The most that it can have.
const LONGEST_LIST: usize = 200;

/// Begin a game, from any position or from a game so far.
#[utoipa::path(
    post,
    path = "/games",
    operation_id = "create_game",
    tag = "games",
    request_body = NewGame,
    responses(
        (status = 200, body = Game),
        (status = "4XX", description = "The game cannot be.", body = Problem),
    )
)]
pub async fn create(
    services: State,
    owner: Result<AtThisMachine, Refusal>,
    Json(mut new): Json<NewGame>,
) -> Answer<Game> {
    if new.has_programs() {
        owner?;
        services.programs.name_players(&mut new).await?;
    }
    services.games.create(new).await.map(axum::Json)
}

/// The games, the newest first.
#[utoipa::path(
    get,
    path = "/games",
    operation_id = "list_games",
    tag = "games",
    params(GameRange),
    responses(
        (status = 200, body = GameList),
        (status = "4XX", description = "The range cannot be.", body = Problem),
    )
)]
pub async fn list(services: State, Query(range): Query<GameRange>) -> Answer<GameList> {
    let limit = range.limit.unwrap_or(LIST);
    if !(1..=LONGEST_LIST).contains(&limit) {
        let sentence = format!("the limit must be from 1 to {LONGEST_LIST}, not {limit}");
        return Err(Refusal::bad_request(sentence));
    }
    let list = services.games.list(range.before, limit).await;
    list.map(axum::Json)
}

/// A game as it stands.
#[utoipa::path(
    get,
    path = "/games/{id}",
    operation_id = "get_game",
    tag = "games",
    params(("id" = u64, Path, description = "The game's number.", example = 1)),
    responses(
        (status = 200, body = Game),
        (status = "4XX", description = "There is no such game.", body = Problem),
    )
)]
pub async fn get(services: State, Path(id): Path<u64>) -> Answer<Game> {
    services.games.get(id).await.map(axum::Json)
}

/// Throw a game away.
#[utoipa::path(
    delete,
    path = "/games/{id}",
    operation_id = "delete_game",
    tag = "games",
    params(("id" = u64, Path, description = "The game's number.", example = 1)),
    responses(
        (status = 204, description = "It is gone."),
        (status = "4XX", description = "There is no such game.", body = Problem),
    )
)]
pub async fn delete(services: State, Path(id): Path<u64>) -> Result<StatusCode, Refusal> {
    services.games.delete(id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Play a move for a person. It is on the disk before it is answered; the same request sent again is
/// answered again and plays nothing.
#[utoipa::path(
    post,
    path = "/games/{id}/moves",
    operation_id = "play_move",
    tag = "games",
    params(("id" = u64, Path, description = "The game's number.", example = 1)),
    request_body = NewMove,
    responses(
        (status = 200, body = Game),
        (status = "4XX", description = "The move cannot be played.", body = Problem),
    )
)]
pub async fn play(services: State, Path(id): Path<u64>, Json(mv): Json<NewMove>) -> Answer<Game> {
    services.games.play(id, mv).await.map(axum::Json)
}

/// Take moves back. If the computer is then to move, it moves.
#[utoipa::path(
    post,
    path = "/games/{id}/take-back",
    tag = "games",
    params(("id" = u64, Path, description = "The game's number.", example = 1)),
    request_body = TakeBack,
    responses(
        (status = 200, body = Game),
        (status = "4XX", description = "There are no such moves.", body = Problem),
    )
)]
pub async fn take_back(
    services: State,
    Path(id): Path<u64>,
    Json(to): Json<TakeBack>,
) -> Answer<Game> {
    let taken = services.games.take_back(id, to.to_ply).await;
    taken.map(axum::Json)
}

/// Give up.
#[utoipa::path(
    post,
    path = "/games/{id}/resign",
    tag = "games",
    params(("id" = u64, Path, description = "The game's number.", example = 1)),
    request_body = Resignation,
    responses(
        (status = 200, body = Game),
        (status = "4XX", description = "The game is over already.", body = Problem),
    )
)]
pub async fn resign(
    services: State,
    Path(id): Path<u64>,
    Json(by): Json<Resignation>,
) -> Answer<Game> {
    services.games.resign(id, by.side).await.map(axum::Json)
}

/// Keep comments and variations with a game.
#[utoipa::path(
    put,
    path = "/games/{id}/tree",
    tag = "games",
    params(("id" = u64, Path, description = "The game's number.", example = 1)),
    request_body = TreeToKeep,
    responses(
        (status = 200, body = Game),
        (status = "4XX", description = "The tree is none, or a move is not legal.", body = Problem),
    )
)]
pub async fn keep_tree(
    services: State,
    Path(id): Path<u64>,
    Json(kept): Json<TreeToKeep>,
) -> Answer<Game> {
    record(&kept.tree)?;
    let games = &services.games;
    games.keep_tree(id, kept.tree).await.map(axum::Json)
}

/// What the engine would do: a short search at full strength.
#[utoipa::path(
    post,
    path = "/games/{id}/hint",
    tag = "games",
    params(("id" = u64, Path, description = "The game's number.", example = 1)),
    responses(
        (status = 200, body = Study),
        (status = "4XX", description = "There is no such game.", body = Problem),
    )
)]
pub async fn hint(services: State, Path(id): Path<u64>) -> Answer<Study> {
    let position = services.games.position(id).await?;
    let study = services
        .engines
        .study(&position, HINT_LINES, Analyst::Network);
    let (job, answer) = StudyJob::new(study, Enough::At(Instant::now() + HINT));
    services.pool.submit(Urgency::Awaited, job);
    let study = answer
        .await
        .map_err(|_| Refusal::new(StatusCode::SERVICE_UNAVAILABLE, "the server is closing"))?;
    Ok(axum::Json(Study::new(
        &study,
        Some(expected_margin(&position)),
    )))
}

/// A WebSocket that tells the game, as `Game`, at once and after every change. The server listens to
/// nothing on it.
#[utoipa::path(
    get,
    path = "/games/{id}/live",
    operation_id = "watch_game",
    tag = "games",
    params(("id" = u64, Path, description = "The game's number.", example = 1)),
    responses(
        (status = 101, description = "The WebSocket; every message is a `Game`."),
        (status = "4XX", description = "There is no such game, or this is no WebSocket.", body = Problem),
    )
)]
pub async fn live(
    services: State,
    Path(id): Path<u64>,
    Peer(address): Peer,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Refusal> {
    let upgrade = upgrade.map_err(|rejection| socket::refusal(&rejection))?;
    let stream = services.streams.open(address)?;
    let mut news = services.games.watch(id).await?;
    let mut closing = services.closing.subscribe();
    Ok(
        socket::limited(upgrade).on_upgrade(move |socket| async move {
            let mut socket = Socket::new(socket);
            tokio::select! {
                _ = follow(&mut socket, &mut news) => {}
                _ = closing.wait_for(|&is_closing| is_closing) => {}
            }
            socket.close().await;
            drop(stream);
        }),
    )
}

/// Tells a game after every change, until it is thrown away or the viewer goes.
async fn follow(
    socket: &mut Socket,
    news: &mut watch::Receiver<Option<Arc<Game>>>,
) -> Result<(), Gone> {
    let mut pings = interval(PING_EVERY);
    news.mark_changed();
    loop {
        tokio::select! {
            heard = socket.receive() => { heard?; }
            changed = news.changed() => {
                changed.map_err(|_| Gone)?;
                let game = news.borrow_and_update().clone();
                socket.send(&*game.ok_or(Gone)?).await?;
            }
            _ = pings.tick() => socket.ping().await?,
        }
    }
}
