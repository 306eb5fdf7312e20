//! Game records.

use serde_json::json;

use crate::client::TestServer;

const SGF: &str = "(;GM[18]PB[Ada]PW[Bob]RE[B+R]\
    ;B[djddgd]TE[1]C[Well done](;W[addgad])(;W[adbdbj]BM[2]TR[bd]))";

#[tokio::test]
async fn a_record_becomes_a_tree_and_a_record_again() {
    let server = TestServer::start();
    let read = server
        .post("/records/read", json!({ "text": SGF }))
        .await
        .ok();
    assert_eq!(read["format"], "sgf");
    let tree = &read["records"][0];
    assert_eq!(
        tree["info"],
        json!({"black": "Ada", "white": "Bob", "result": "B+R"})
    );
    let nodes = tree["nodes"].as_array().expect("there are nodes");
    let parents: Vec<_> = nodes.iter().map(|node| node["parent"].as_u64()).collect();
    assert_eq!(parents, [None, Some(0), Some(1), Some(1)]);
    assert_eq!(
        (&nodes[1]["glyph"], &nodes[1]["comment"]),
        (&json!("!"), &json!("Well done"))
    );
    assert_eq!(nodes[3]["glyph"], "??");
    assert_eq!(nodes[3]["properties"][0]["name"], "TR");
    for format in ["sgf", "ggf", "little-golem", "text", "fen", "diagram"] {
        let order = json!({"tree": tree, "format": format});
        let written = server.post("/records/write", order).await.ok();
        let text = &written["text"];
        let again = server
            .post("/records/read", json!({ "text": text }))
            .await
            .ok();
        assert_eq!(
            again["records"].as_array().map(Vec::len),
            Some(1),
            "{format}"
        );
        if format == "sgf" {
            assert_eq!(&again["records"][0], tree);
        }
    }
}

#[tokio::test]
async fn what_is_no_record_is_refused() {
    let server = TestServer::start();
    for text in ["", "hello", "(;GM[1];B[aa])", "startpos moves d1-d9/d9 x"] {
        server
            .post("/records/read", json!({ "text": text }))
            .await
            .refusal(400);
    }
    let tree = json!({"start": "startpos", "nodes": [{"id": 0}, {"id": 1, "parent": 0, "move": "a1-a2/a3"}]});
    let order = json!({"tree": tree, "format": "sgf"});
    let sentence = server.post("/records/write", order).await.refusal(400);
    assert!(sentence.contains("node 1"), "{sentence}");
    let order = json!({"tree": tree, "format": "pgn"});
    let sentence = server.post("/records/write", order).await.refusal(422);
    assert!(sentence.contains("pgn"), "{sentence}");
}
