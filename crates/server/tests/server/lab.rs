//! The papers' experiments as the page runs them.

use std::time::Duration;

use serde_json::{Value, json};
use server::serve::{Data, Settings};
use tokio::time::sleep;

use crate::client::{TestServer, settings, small};

/// The quickest of all.
const QUICK: &str = "/lab/experiments/om/root-value";

async fn until(server: &TestServer, is_so: impl Fn(&Value) -> bool) -> Value {
    loop {
        let results = server.get(QUICK).await.ok();
        if is_so(&results["experiment"]) {
            return results;
        }
        sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn an_experiment_is_run_and_its_results_are_there_after_a_restart() {
    let folder = tempfile::tempdir().expect("a folder");
    let settings = Settings {
        data: Data::Folder(folder.path().to_owned()),
        ..settings(small())
    };
    let server = TestServer::start_with(&settings);
    let list = server.get("/lab/experiments").await.ok();
    let experiments = list["experiments"].as_array().expect("a list");
    assert_eq!(experiments.len(), lab::catalogue::ALL.len());
    assert!(experiments.iter().all(|one| one["run"].is_null()));
    let nothing = server.get(QUICK).await.ok();
    assert_eq!(nothing["tables"], json!([]));

    let run = format!("{QUICK}/run");
    server.delete(&run).await.refusal(409);
    server.post(&run, json!({})).await.ok();
    let other = "/lab/experiments/om/mistakes/run";
    let refusal = server.post(other, json!({})).await;
    assert!(refusal.status == 409 || refusal.status == 200);
    until(&server, |experiment| experiment["run"]["done"] != 0).await;
    // Stopped or finished by now; either way it goes on from there.
    server.delete(&run).await;
    until(&server, |experiment| experiment["run"]["running"] == false).await;
    server.delete(other).await;
    server.stop().await;

    let server = TestServer::start_with(&settings);
    while server.post(&run, json!({})).await.status == 409 {
        sleep(Duration::from_millis(20)).await;
    }
    let results = until(&server, |experiment| {
        let run = &experiment["run"];
        run["running"] == false && run["done"] == run["total"]
    })
    .await;
    assert_eq!(results["experiment"]["problem"], Value::Null);
    let table = &results["tables"][0];
    let columns = table["columns"].as_array().expect("a list").len();
    for row in table["rows"].as_array().expect("a list") {
        assert_eq!(row.as_array().map(Vec::len), Some(columns));
    }
    for figure in results["figures"].as_array().expect("a list") {
        let name = figure["name"].as_str().expect("a name");
        let svg = server.get(&format!("{QUICK}/figures/{name}")).await;
        assert_eq!(svg.header("content-type"), "image/svg+xml");
        assert!(svg.text().starts_with("<svg"));
    }
    server
        .get(&format!("{QUICK}/figures/none"))
        .await
        .refusal(404);
    server.get("/lab/experiments/om/nothing").await.refusal(404);
    server
        .post("/lab/experiments/om/nothing/run", json!({}))
        .await
        .refusal(404);
}
