//! Experiments of the lab.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::sleep;

use crate::client::{TestServer, config_in};

/// The fastest experiment.
const EXPERIMENT: &str = "/lab/experiments/om/root-value";

#[tokio::test]
async fn run_continues_after_a_restart() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let config = config_in(&directory);
    let server = TestServer::start_with(&config);
    let list = server.get("/lab/experiments").await.ok();
    let experiments = list["experiments"].as_array().expect("list");
    assert_eq!(experiments.len(), lab::registry::EXPERIMENTS.len());
    assert!(experiments.iter().all(|one| one["run"].is_null()));
    let empty = server.get(EXPERIMENT).await.ok();
    assert_eq!(empty["tables"], json!([]));

    let run = format!("{EXPERIMENT}/run");
    server.delete(&run).await.error(409);
    server.post(&run, json!({})).await.ok();
    // Starts only if the fast one has finished already.
    let other = "/lab/experiments/om/mistakes/run";
    let status = server.post(other, json!({})).await.status;
    assert!(status == 409 || status == 200);
    let run_of = |results: &Value| results["experiment"]["run"].clone();
    server
        .poll(EXPERIMENT, |results| run_of(results)["done"] != 0)
        .await;
    // Stopped or finished by now.
    server.delete(&run).await;
    server
        .poll(EXPERIMENT, |results| run_of(results)["running"] == false)
        .await;
    server.delete(other).await;
    server.stop().await;

    let server = TestServer::start_with(&config);
    while server.post(&run, json!({})).await.status == 409 {
        sleep(Duration::from_millis(20)).await;
    }
    let is_finished = |results: &Value| {
        let run = run_of(results);
        run["running"] == false && run["done"] == run["total"]
    };
    let results = server.poll(EXPERIMENT, is_finished).await;
    assert_eq!(results["experiment"]["problem"], Value::Null);
    let table = &results["tables"][0];
    let columns = table["columns"].as_array().expect("list").len();
    for row in table["rows"].as_array().expect("list") {
        assert_eq!(row.as_array().map(Vec::len), Some(columns));
    }
    for figure in results["figures"].as_array().expect("list") {
        let name = figure["name"].as_str().expect("name");
        let svg = server.get(&format!("{EXPERIMENT}/figures/{name}")).await;
        assert_eq!(svg.header("content-type"), "image/svg+xml");
        assert!(svg.text().starts_with("<svg"));
    }
    let figure = format!("{EXPERIMENT}/figures/none");
    server.get(&figure).await.error(404);
    let unknown = "/lab/experiments/om/nothing";
    server.get(unknown).await.error(404);
    let run = format!("{unknown}/run");
    server.post(&run, json!({})).await.error(404);
}
