// Messages about external engines, in Japanese.

import type { enginesEn } from "./engines.en";

export const enginesJa: Record<keyof typeof enginesEn, string> = {
  "nav.engines": "エンジン",

  "engines.intro":
    "UCIかGTPに対応したエンジンと対局したり、局面を解析させたり、エンジン同士の対局を観戦したりできます。",
  "engines.not_allowed": "このサーバーは外部エンジンを動かしません。起動時に次のように許可してください：",
  "engines.not_here":
    "エンジンはサーバーのコンピュータで、その利用者の権限で動きます。追加はそのコンピュータのブラウザからだけできます。",
  "engines.yours": "追加したエンジン",
  "engines.none": "まだありません。下で追加してください。",
  "engines.add": "エンジンを追加",
  "engines.path": "プログラムのファイル",
  "engines.arguments": "引数",
  "engines.arguments_note": "空白で区切ります。空白を含む引数は引用符で囲んでください。シェルは通しません。",
  "engines.protocol": "プロトコル",
  "engines.name": "名前",
  "engines.name_example": "ファイル名",
  "engines.adding": "確認中…",
  "engines.added": "{name}を追加しました。",
  "engines.rename": "名前を変更",
  "engines.save": "保存",
  "engines.remove": "削除",
  "engines.remove_confirm": "削除を確定",
  "engines.play": "対局する",
  "engines.quotes": "引用符が閉じられていません。",

  "watch.title": "エンジン同士の対局を観戦",
  "watch.intro": "両者の思考時間は同じです。対局は棋譜に保存されます。",
  "watch.levels": "Thermodonのレベル",
};
