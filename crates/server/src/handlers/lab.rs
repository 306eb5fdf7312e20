//! The papers' experiments.

use axum::Json;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;

use super::input::{self, Answer, Path, State, blocking};
use crate::dto::lab::{Experiment, ExperimentResults, Experiments, NewRun};
use crate::dto::problem::{Problem, Refusal};

/// All experiments, and what was run of them here.
#[utoipa::path(
    get,
    path = "/lab/experiments",
    operation_id = "list_experiments",
    tag = "lab",
    responses((status = 200, body = Experiments))
)]
pub async fn list(services: State) -> Answer<Experiments> {
    let lab = services.lab.clone();
    let experiments = blocking(move || Ok(lab.list())).await?;
    Ok(Json(Experiments { experiments }))
}

/// What an experiment has shown so far.
#[utoipa::path(
    get,
    path = "/lab/experiments/{paper}/{name}",
    operation_id = "get_experiment",
    tag = "lab",
    params(
        ("paper" = String, Path, description = "The paper.", pattern = "^[a-z0-9-]{1,40}$", example = "game"),
        ("name" = String, Path, description = "The experiment.", pattern = "^[a-z0-9-]{1,40}$", example = "first-mover"),
    ),
    responses(
        (status = 200, body = ExperimentResults),
        (status = "4XX", description = "There is no such experiment.", body = Problem),
    )
)]
pub async fn get(
    services: State,
    Path((paper, name)): Path<(String, String)>,
) -> Answer<ExperimentResults> {
    let lab = services.lab.clone();
    let results = blocking(move || lab.results(&format!("{paper}/{name}"))).await?;
    Ok(Json(results))
}

/// A picture of an experiment, as SVG.
#[utoipa::path(
    get,
    path = "/lab/experiments/{paper}/{name}/figures/{figure}",
    operation_id = "get_figure",
    tag = "lab",
    params(
        ("paper" = String, Path, description = "The paper.", pattern = "^[a-z0-9-]{1,40}$", example = "game"),
        ("name" = String, Path, description = "The experiment.", pattern = "^[a-z0-9-]{1,40}$", example = "first-mover"),
        ("figure" = String, Path, description = "The picture.", example = "first-mover"),
    ),
    responses(
        (status = 200, body = String, content_type = "image/svg+xml"),
        (status = "4XX", description = "There is no such picture.", body = Problem),
    )
)]
pub async fn figure(
    services: State,
    Path((paper, name, figure)): Path<(String, String, String)>,
) -> Result<impl IntoResponse, Refusal> {
    let lab = services.lab.clone();
    let svg = blocking(move || lab.figure(&format!("{paper}/{name}"), &figure)).await?;
    Ok(([(CONTENT_TYPE, "image/svg+xml")], svg))
}

/// Run an experiment at small scale, or go on with it.
#[utoipa::path(
    post,
    path = "/lab/experiments/{paper}/{name}/run",
    operation_id = "run_experiment",
    tag = "lab",
    params(
        ("paper" = String, Path, description = "The paper.", pattern = "^[a-z0-9-]{1,40}$", example = "game"),
        ("name" = String, Path, description = "The experiment.", pattern = "^[a-z0-9-]{1,40}$", example = "first-mover"),
    ),
    request_body = NewRun,
    responses(
        (status = 200, body = Experiment),
        (status = "4XX", description = "There is no such experiment, or one is running.", body = Problem),
    )
)]
pub async fn run(
    services: State,
    Path((paper, name)): Path<(String, String)>,
    input::Json(new): input::Json<NewRun>,
) -> Answer<Experiment> {
    let lab = services.lab.clone();
    let begun = blocking(move || lab.start(&format!("{paper}/{name}"), new.fresh)).await?;
    Ok(Json(begun))
}

/// Stop an experiment; what was measured stays.
#[utoipa::path(
    delete,
    path = "/lab/experiments/{paper}/{name}/run",
    operation_id = "stop_experiment",
    tag = "lab",
    params(
        ("paper" = String, Path, description = "The paper.", pattern = "^[a-z0-9-]{1,40}$", example = "game"),
        ("name" = String, Path, description = "The experiment.", pattern = "^[a-z0-9-]{1,40}$", example = "first-mover"),
    ),
    responses(
        (status = 204, description = "It ends."),
        (status = "4XX", description = "It is not running.", body = Problem),
    )
)]
pub async fn stop(
    services: State,
    Path((paper, name)): Path<(String, String)>,
) -> Result<StatusCode, Refusal> {
    services.lab.stop(&format!("{paper}/{name}"))?;
    Ok(StatusCode::NO_CONTENT)
}
