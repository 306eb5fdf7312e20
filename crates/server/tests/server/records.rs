//! Parsing and writing of game records.

use serde_json::{Value, json};

use crate::client::TestServer;

const SGF: &str = "(;GM[18]PB[Ada]PW[Bob]RE[B+R]\
    ;B[djddgd]TE[1]C[Well done](;W[addgad])(;W[adbdbj]BM[2]TR[bd]))";

#[tokio::test]
async fn records_survive_parsing_and_writing() {
    let server = TestServer::start();
    let parse = async |text: &Value| {
        let request = json!({"text": text});
        server.post("/records/read", request).await.ok()
    };
    let parsed = parse(&json!(SGF)).await;
    assert_eq!(parsed["format"], "sgf");
    let tree = &parsed["records"][0];
    assert_eq!(
        tree["info"],
        json!({"black": "Ada", "white": "Bob", "result": "B+R"})
    );
    let nodes = tree["nodes"].as_array().expect("nodes");
    let parents: Vec<_> = nodes.iter().map(|node| node["parent"].as_u64()).collect();
    assert_eq!(parents, [None, Some(0), Some(1), Some(1)]);
    assert_eq!(
        (&nodes[1]["glyph"], &nodes[1]["comment"]),
        (&json!("!"), &json!("Well done"))
    );
    assert_eq!(nodes[3]["glyph"], "??");
    assert_eq!(nodes[3]["properties"][0]["name"], "TR");
    for format in ["sgf", "ggf", "little-golem", "text", "fen", "diagram"] {
        let request = json!({"tree": tree, "format": format});
        let written = server.post("/records/write", request).await.ok();
        let again = parse(&written["text"]).await;
        let records = again["records"].as_array().expect("records");
        assert_eq!(records.len(), 1, "{format}");
        if format == "sgf" {
            assert_eq!(&records[0], tree);
        }
    }
}

#[tokio::test]
async fn invalid_records_and_trees_are_rejected() {
    let server = TestServer::start();
    for text in ["", "hello", "(;GM[1];B[aa])", "startpos moves d1-d9/d9 x"] {
        let request = json!({"text": text});
        server.post("/records/read", request).await.error(400);
    }
    let nodes = json!([{"id": 0}, {"id": 1, "parent": 0, "move": "a1-a2/a3"}]);
    let tree = json!({"start": "startpos", "nodes": nodes});
    let request = json!({"tree": tree, "format": "sgf"});
    let message = server.post("/records/write", request).await.error(400);
    assert!(message.contains("node 1"), "{message}");
    let request = json!({"tree": tree, "format": "pgn"});
    let message = server.post("/records/write", request).await.error(422);
    assert!(message.contains("pgn"), "{message}");
}
