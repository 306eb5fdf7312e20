//! Other programs that play and analyse.

use axum::http::StatusCode;

use super::input::{Answer, AtThisMachine, Json, Path, State};
use crate::dto::problem::{Problem, Refusal};
use crate::dto::program::{NewProgram, Program, ProgramList, ProgramName};

/// The programs that were added. Like all that has to do with them, only from the server's own machine, and only if its owner
/// allows it.
#[utoipa::path(
    get,
    path = "/programs",
    operation_id = "list_programs",
    tag = "programs",
    responses(
        (status = 200, body = ProgramList),
        (status = "4XX", description = "They are not allowed, or not from there.", body = Problem),
    )
)]
pub async fn list(services: State, _: AtThisMachine) -> Answer<ProgramList> {
    let programs = services.programs.list().await?;
    Ok(axum::Json(ProgramList { programs }))
}

/// Add a program by its file. It is started once, and must speak its protocol.
#[utoipa::path(
    post,
    path = "/programs",
    operation_id = "add_program",
    tag = "programs",
    request_body = NewProgram,
    responses(
        (status = 200, body = Program),
        (status = "4XX", description = "It is no such program, or programs are not allowed.", body = Problem),
    )
)]
pub async fn add(
    services: State,
    _: AtThisMachine,
    Json(new): Json<NewProgram>,
) -> Answer<Program> {
    services.programs.add(new).await.map(axum::Json)
}

/// Call a program something else. Games that were begun before keep the name that it had.
#[utoipa::path(
    put,
    path = "/programs/{id}",
    operation_id = "rename_program",
    tag = "programs",
    params(("id" = u64, Path, description = "The program's number.", example = 1)),
    request_body = ProgramName,
    responses(
        (status = 200, body = Program),
        (status = "4XX", description = "There is no such program, or that is no name.", body = Problem),
    )
)]
pub async fn rename(
    services: State,
    _: AtThisMachine,
    Path(id): Path<u64>,
    Json(new): Json<ProgramName>,
) -> Answer<Program> {
    let renamed = services.programs.rename(id, &new.name).await;
    renamed.map(axum::Json)
}

/// Forget a program. Its file stays where it is.
#[utoipa::path(
    delete,
    path = "/programs/{id}",
    operation_id = "remove_program",
    tag = "programs",
    params(("id" = u64, Path, description = "The program's number.", example = 1)),
    responses(
        (status = 204, description = "It is forgotten."),
        (status = "4XX", description = "There is no such program.", body = Problem),
    )
)]
pub async fn remove(
    services: State,
    _: AtThisMachine,
    Path(id): Path<u64>,
) -> Result<StatusCode, Refusal> {
    services.programs.remove(id).await?;
    Ok(StatusCode::NO_CONTENT)
}
