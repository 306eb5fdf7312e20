// What the page says about other engines, in Japanese.

import type { enginesEn } from "./engines.en";

export const enginesJa: Record<keyof typeof enginesEn, string> = {
  "nav.engines": "エンジン",

  "engines.title": "エンジン",
  "engines.intro":
    "UCIかGTPに対応したエンジンと対局したり、局面を検討させたり、エンジン同士の対局を観戦できます。",
  "engines.not_allowed": "このサーバーではほかのエンジンを動かせません。起動するときに許可できます：",
  "engines.not_here":
    "エンジンはサーバーのマシンで、その利用者の権限で動きます。追加はそのマシンのブラウザからだけできます。",
  "engines.yours": "追加したエンジン",
  "engines.none": "まだありません。下でプログラムのファイルを指定して追加してください。",
  "engines.add": "エンジンを追加",
  "engines.path": "プログラムのファイル",
  "engines.path_example": "/usr/local/bin/thermodon",
  "engines.arguments": "引数",
  "engines.arguments_example": "uci",
  "engines.arguments_note": "空白で区切ります。引用符で囲むと一語になります。シェルは使いません。",
  "engines.protocol": "プロトコル",
  "engines.name": "名前",
  "engines.name_example": "ファイル名と同じ",
  "engines.adding": "確認しています…",
  "engines.added": "{name}の応答を確認し、追加しました。",
  "engines.rename": "名前を変える",
  "engines.save": "保存",
  "engines.remove": "削除",
  "engines.remove_sure": "本当に削除？",
  "engines.play": "対局する",
  "engines.quotes": "引用符が閉じられていません。",

  "watch.title": "対局を観戦",
  "watch.intro": "両者の思考時間は同じです。対局は棋譜に保存されます。",
  "watch.start": "対局させる",
  "watch.levels": "Thermodonのレベル",
  "watch.engines": "エンジン",

  "new.opponent.program": "エンジン",
  "new.program": "エンジン",
  "player.program": "{name}",
  "result.fault": "{loser}のエンジンが止まりました。{winner}の勝ちです。",
  "play.watching": "{name}が考えています。",
  "play.waiting": "{name}は今このサーバーで動かせないため、対局を中断しています。",
  "analyst.label": "検討するエンジン",
  "analyst.own": "Thermodon",
};
