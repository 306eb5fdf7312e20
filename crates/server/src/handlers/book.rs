//! Books and people's games.

use axum::Json;
use axum::http::StatusCode;

use super::input::{self, Answer, Path, State, blocking};
use crate::dto::book::{
    Explored, GamesCount, GrowthState, ImportState, NewGames, NewGrowth, Question,
};
use crate::dto::problem::{Problem, Refusal};
use crate::dto::tree::Tree;
use crate::openings;
use crate::records::tree;

/// Look a position up in a book or in people's games.
#[utoipa::path(
    post,
    path = "/book/explore",
    operation_id = "explore",
    tag = "book",
    request_body = Question,
    responses(
        (status = 200, body = Explored),
        (status = "4XX", description = "The text is no position.", body = Problem),
    )
)]
pub async fn explore(
    services: State,
    input::Json(question): input::Json<Question>,
) -> Answer<Explored> {
    let (shelf, people) = (services.shelf.clone(), services.people.clone());
    let explored = blocking(move || openings::explore(&shelf, &people, &question)).await?;
    Ok(Json(explored))
}

/// Let the owner's book grow from a position.
#[utoipa::path(
    post,
    path = "/book/growth",
    operation_id = "start_growth",
    tag = "book",
    request_body = NewGrowth,
    responses(
        (status = 200, body = GrowthState),
        (status = "4XX", description = "It cannot grow so, or grows already.", body = Problem),
    )
)]
pub async fn start_growth(
    services: State,
    input::Json(new): input::Json<NewGrowth>,
) -> Answer<GrowthState> {
    let growth = services.growth.clone();
    Ok(Json(blocking(move || growth.start(&new)).await?))
}

/// How far the owner's book has grown.
#[utoipa::path(
    get,
    path = "/book/growth",
    operation_id = "get_growth",
    tag = "book",
    responses((status = 200, body = GrowthState))
)]
pub async fn growth(services: State) -> Answer<GrowthState> {
    let growth = services.growth.clone();
    Ok(Json(blocking(move || Ok(growth.state())).await?))
}

/// Let the owner's book grow no further for now.
#[utoipa::path(
    delete,
    path = "/book/growth",
    operation_id = "stop_growth",
    tag = "book",
    responses((status = 200, body = GrowthState))
)]
pub async fn stop_growth(services: State) -> Answer<GrowthState> {
    let growth = services.growth.clone();
    Ok(Json(blocking(move || Ok(growth.stop())).await?))
}

/// How many games of people there are.
#[utoipa::path(
    get,
    path = "/people/games",
    operation_id = "count_people_games",
    tag = "book",
    responses((status = 200, body = GamesCount))
)]
pub async fn count(services: State) -> Answer<GamesCount> {
    let people = services.people.clone();
    let games = blocking(move || people.count().map_err(Refusal::failure)).await?;
    Ok(Json(GamesCount { games }))
}

/// Take in games that people played, in the background; those that are there already are passed over.
#[utoipa::path(
    post,
    path = "/people/games",
    operation_id = "import_people_games",
    tag = "book",
    request_body = NewGames,
    responses(
        (status = 200, body = ImportState),
        (status = "4XX", description = "Others are being taken in.", body = Problem),
    )
)]
pub async fn import(
    services: State,
    input::Json(new): input::Json<NewGames>,
) -> Answer<ImportState> {
    Ok(Json(services.importing.start(new)?))
}

/// Forget all games that people played.
#[utoipa::path(
    delete,
    path = "/people/games",
    operation_id = "delete_people_games",
    tag = "book",
    responses(
        (status = 204, description = "They are gone."),
        (status = "4XX", description = "Games are being taken in.", body = Problem),
    )
)]
pub async fn clear(services: State) -> Result<StatusCode, Refusal> {
    if services.importing.state().running {
        let sentence = "games are being taken in; wait until that is done";
        return Err(Refusal::conflict(sentence));
    }
    let people = services.people.clone();
    blocking(move || people.clear().map_err(Refusal::failure)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// How far the taking in of games has come.
#[utoipa::path(
    get,
    path = "/people/import",
    operation_id = "get_import",
    tag = "book",
    responses((status = 200, body = ImportState))
)]
pub async fn import_state(services: State) -> Json<ImportState> {
    Json(services.importing.state())
}

/// A game that people played.
#[utoipa::path(
    get,
    path = "/people/games/{id}",
    operation_id = "get_people_game",
    tag = "book",
    params(("id" = u64, Path, description = "The game's number.", example = 1)),
    responses(
        (status = 200, body = Tree),
        (status = "4XX", description = "There is no such game.", body = Problem),
    )
)]
pub async fn game(services: State, Path(id): Path<u64>) -> Answer<Tree> {
    let people = services.people.clone();
    let record = blocking(move || people.get(id).map_err(Refusal::failure)).await?;
    let none = || Refusal::not_found(format!("there is no game {id} of people"));
    Ok(Json(tree(&record.ok_or_else(none)?)))
}
