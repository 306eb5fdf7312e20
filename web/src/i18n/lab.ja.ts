// Messages of the lab, in Japanese.

import type { labEn } from "./lab.en";

export const labJa: Record<keyof typeof labEn, string> = {
  "nav.lab": "実験",
  "lab.about":
    "Amazonsの論文の実験を再現します。ここでは小規模に実行でき、使うのは最大でプロセッサの半分です。",
  "lab.paper": "論文",
  "lab.paper.game": "ゲームの性質",
  "lab.paper.evaluation": "探索なしの評価",
  "lab.paper.subgames": "部分ゲームの和",
  "lab.paper.om": "相手モデル探索",
  "lab.paper.td": "評価関数のTD学習",
  "lab.paper.book": "定跡",
  "lab.paper.kinds": "手の種類ごとの探索の深さ",
  "lab.recorded": "論文の規模での記録（英語）",
  "lab.all_results": "記録した結果すべて（英語）",
  "lab.never": "未実行",
  "lab.has_run": "実行済み",
  "lab.run": "このコンピュータでの実行",
  "lab.small": "小規模：数秒から数分。",
  "lab.start": "実行",
  "lab.again": "もう一度実行",
  "lab.restart": "最初からやり直す",
  "lab.running": "実行中：{total}単位中{done}",
  "lab.partial": "{total}単位中{done}が完了",
  "lab.complete": "完了：{total}単位、計算時間{seconds}秒、開始：{begun}",
  "lab.legend": "網かけの列は論文の数値です。こちらの数値には95%信頼区間が付いています。",
  "lab.no_document": "{name}という記録はありません。",
};
