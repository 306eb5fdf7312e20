// Messages of the settings page, in Japanese.

import type { settingsEn } from "./settings.en";

export const settingsJa: Record<keyof typeof settingsEn, string> = {
  "nav.settings": "設定",

  "settings.saved": "設定はこのブラウザに保存されます。",
  "settings.language": "言語",
  "settings.switch_language": "英語に切り替える",
  "settings.theme": "テーマ",
  "settings.theme.auto": "システム",
  "settings.theme.light": "ライト",
  "settings.theme.dark": "ダーク",
  "settings.colors": "配色",
  "settings.colors.default": "標準",
  "settings.colors.color-blind": "色覚対応",
  "settings.colors.note": "色覚対応：灰色の盤に、見分けやすい青・黄・朱色を使います。",
  "settings.hearing": "音と読み上げ",
  "settings.sound": "効果音",
  "settings.sound_note": "指し手ごとに音を鳴らします。",
  "settings.speech": "読み上げ",
  "settings.speech_note": "指し手と結果をブラウザの音声で読み上げます。",
  "settings.board_description": "局面を文章で表示",
  "settings.board_description_note":
    "スクリーンリーダー向けに、盤の下に局面の説明と指し手の入力欄を表示します。",
  "settings.app": "アプリ",
  "settings.install": "Thermodonをインストール",
  "settings.installed": "Thermodonはインストール済みです。",
  "settings.install_note":
    "対応するブラウザでは、メニューからThermodonをアプリとしてインストールできます。対局にはサーバーが必要です。",
  "settings.engines": "外部エンジン",
};
