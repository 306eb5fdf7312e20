// What the page says about itself and to those who hear it, in Japanese.

import type { peopleEn } from "./people.en";

export const peopleJa: Record<keyof typeof peopleEn, string> = {
  "nav.settings": "設定",
  "nav.menu": "その他",

  "settings.title": "設定",
  "settings.kept": "設定はこのブラウザに保存されます。",
  "settings.language_label": "言語",
  "settings.brightness": "明るさ",
  "settings.brightness.auto": "システム",
  "settings.brightness.light": "ライト",
  "settings.brightness.dark": "ダーク",
  "settings.colours": "配色",
  "settings.colours.river": "川と残り火",
  "settings.colours.safe": "色覚対応",
  "settings.colours.note":
    "色覚対応では、盤を灰色にし、赤と緑の区別がつきにくい目でも見分けられる青・黄・朱色を使います。",
  "settings.hearing": "音と読み上げ",
  "settings.sound_note": "指し手ごとに音を鳴らします。",
  "settings.spoken": "読み上げ",
  "settings.spoken_note": "指し手と結果をブラウザの音声で読み上げます。",
  "settings.described": "盤を言葉で表示",
  "settings.described_note": "スクリーンリーダー向けに、盤の下に局面の説明と指し手の入力欄を表示します。",
  "settings.keys": "キー操作の一覧",
  "settings.app": "アプリ",
  "settings.install": "Thermodonをインストール",
  "settings.installed": "Thermodonはインストール済みです。",
  "settings.install_note":
    "対応するブラウザでは、メニューからThermodonをアプリとしてインストールできます。対局にはサーバーが必要です。",
  "settings.engines": "ほかのエンジン",

  "words.label": "言葉で表した盤",
  "words.to_move": "{side}の番です。",
  "words.over": "終局です。{side}の勝ちです。",
  "words.amazons": "{side}：{squares}。",
  "words.none": "なし",
  "words.burned": "焼けたマス：{squares}。",
  "words.last": "直前の手：{from}から{to}へ、{shot}を焼きました。",
  "words.read": "局面を読み上げる",

  "away.title": "サーバーに接続できません",
  "away.text":
    "Thermodonのサーバーが応答しません。「thermodon」でもう一度起動すると、ページは自動的に再開します。",
  "away.retry": "もう一度試す",

  "keys.here": "この画面",
  "keys.elsewhere": "ほかの画面",
  "keys.read": "局面を読み上げる",
  "keys.go": "移動：対局、検討、局面編集、学ぶ、棋譜、実験室、エンジン、設定",
  "keys.close": "開いているものを閉じる",
  "keys.buttons": "次のボタンへ移動、押す",
  "keys.tabs": "タブを切り替える（タブにフォーカスがあるとき）",
};
