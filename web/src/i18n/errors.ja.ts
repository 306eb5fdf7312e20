// Errors of the server by their codes, in Japanese. `{detail}` is an English phrase of the server.

import type { errorsEn } from "./errors.en";

export const errorsJa: Record<keyof typeof errorsEn, string> = {
  "server.invalid_request": "サーバーがリクエストを受け付けません（{detail}）。",
  "server.forbidden": "この操作はサーバーで許可されていません（{detail}）。",
  "server.not_found": "見つかりません（{detail}）。",
  "server.conflict": "今はできません（{detail}）。",
  "server.too_many_requests": "サーバーが混み合っています（{detail}）。後でもう一度お試しください。",
  "server.unavailable": "サーバーが応答できません（{detail}）。後でもう一度お試しください。",
  "server.internal": "サーバーでエラーが起きました（{detail}）。",
  "server.invalid_position": "局面を読み取れません（{detail}）。",
  "server.invalid_move": "その手は指せません（{detail}）。",
  "server.unknown_record_format":
    "テキストに棋譜が見つかりません。SGF、GGF、Little Golem、FEN、局面図、指し手の一覧を読み取れます。",
  "server.wrong_game": "アマゾンの棋譜ではありません。SGFではGM[18]がアマゾンです。",
  "server.illegal_record_move": "棋譜の{ply}手目は指せません（{detail}）。",
  "server.invalid_record": "棋譜の{line}行{column}列目を読み取れません（{detail}）。",
  "server.token_required": "「thermodon serve」が表示したリンクを開いてください。トークンが含まれています。",
  "server.read_only": "閲覧のみ可能です。変更するには所有者のリンクを開いてください。",
  "server.disk_full":
    "サーバーのディスクがいっぱいです（{detail}）。空きを作ってからもう一度お試しください。",
  "server.game_damaged": "対局{id}は壊れているため開けません。",
  "server.game_not_found": "対局{id}はありません。削除された可能性があります。",
  "server.game_over": "対局は終わっています。",
  "server.computers_turn": "コンピューターの手番です。",
  "server.time_up": "時間切れです。",
  "server.move_already_played": "{ply}手目は別の場所ですでに指されています：{move}",
  "server.nothing_to_take_back": "待ったできる手がありません。",
  "server.too_many_reviews": "すでに{max}局を検討中です。終わってからもう一度お試しください。",
  "server.too_many_endgames": "すでに{max}件の終盤解析を実行中です。後でもう一度お試しください。",
  "server.too_many_connections":
    "サーバーへの接続がすでに{max}件あります。このページの他のタブを閉じてください。",
  "server.too_many_unread_bytes":
    "サーバーがこのページの他のタブを待っています。タブを閉じてからもう一度お試しください。",
  "server.engines_disabled": "外部エンジンは無効です。「thermodon serve --allow-engines」で有効にできます。",
  "server.engines_local_only": "外部エンジンはサーバーのコンピューターからのみ使えます。",
  "server.engines_owner_only": "外部エンジンはサーバーの所有者のみ使えます。",
  "server.engine_not_found": "エンジン{id}はありません。削除された可能性があります。",
  "server.too_many_engines": "エンジンがすでに{max}個あります。先に1つ削除してください。",
  "server.engine_path_relative":
    "「{path}」は絶対パスではありません。/usr/bin/engine のようにルートから書いてください。",
  "server.engine_file_not_found": "ファイル「{path}」がありません（{detail}）。",
  "server.engine_not_executable": "「{path}」は実行できるプログラムではありません。",
  "server.engine_arguments_invalid": "引数が長すぎるか、制御文字を含んでいます。引数は{max}個までです。",
  "server.engine_name_invalid": "名前は印字できる1～{max}文字です。",
  "server.engine_fault": "{name}が正しく動作しません（{detail}）。",
  "server.import_running": "取り込み中です。終わってからもう一度お試しください。",
  "server.book_build_running": "定跡を拡張中です。先に停止してください。",
  "server.experiment_running": "{id}を実行中です。実験は同時に1つだけ実行できます。",
  "server.experiment_not_running": "{id}は実行中ではありません。",
};
