// What the lab says, in Japanese.

import type { labEn } from "./lab.en";

export const labJa: Record<keyof typeof labEn, string> = {
  "nav.lab": "実験室",
  "lab.title": "実験",
  "lab.about":
    "論文が測ったことを、もう一度測ります。どの実験もここで小さな規模で実行できます。他の処理と並行して動き、使うのは多くてもプロセッサの半分です。",
  "lab.paper": "論文",
  "lab.paper.game": "ゲームそのもの",
  "lab.paper.evaluation": "探索しない評価",
  "lab.paper.subgames": "終盤の和",
  "lab.paper.om": "相手を知る探索",
  "lab.paper.td": "自ら学ぶ評価関数",
  "lab.paper.book": "定跡",
  "lab.paper.kinds": "手の種類ごとの探索の深さ",
  "lab.recorded": "論文の規模での記録(英語)",
  "lab.all_results": "測定したものすべて(英語)",
  "lab.never": "未実行",
  "lab.has_run": "実行済み",
  "lab.run": "このパソコンでの実行",
  "lab.small": "小さな規模:数秒から数分。",
  "lab.start": "実行する",
  "lab.again": "もう一度実行する",
  "lab.go_on": "続ける",
  "lab.afresh": "最初からやり直す",
  "lab.stop": "止める",
  "lab.progress": "実行の進み具合",
  "lab.running": "実行中:{total} 単位中 {done}",
  "lab.partial": "{total} 単位中 {done} まで済み",
  "lab.complete": "完了:{total} 単位、計算時間 {seconds} 秒、開始 {begun}",
  "lab.legend": "網かけの列は論文の数値です。こちらの数値には 95 % 信頼区間が付いています。",
  "lab.table": "表",
  "lab.no_document": "{name} という記録はありません。",
};
