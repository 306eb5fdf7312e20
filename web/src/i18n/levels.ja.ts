// Levels in Japanese, weakest first; the server has the English names.

export const levelsJa: readonly { readonly name: string; readonly description: string }[] = [
  { name: "入門1", description: "ルールを覚えたばかり。広い方へ向かい、悪い手で満足することも多い。" },
  { name: "入門2", description: "自分の手の結果は見えるが、怪しい手を半分ほど選んでしまう。" },
  { name: "入門3", description: "陣地とよく動けるアマゾンを好むが、無駄な手も多い。" },
  { name: "初級1", description: "まともな手を指すが、数手に一度は間違える。" },
  { name: "初級2", description: "アマゾンを自由に保つが、相手の返し手は考えない。" },
  { name: "初級3", description: "自分の陣地を一手ずつ、そこそこ丁寧に守る。" },
  { name: "初級4", description: "見た目の良い手はめったに逃さないが、その先は見ない。" },
  { name: "中級1", description: "指す前に相手の返し手をちらりと見る。" },
  { name: "中級2", description: "気に入った手への返し手を考える。" },
  { name: "中級3", description: "いくつもの手と返し手を比べ、単純な狙いにはかからない。" },
  { name: "中級4", description: "じっくり先を読み、陣地を正しく数える。" },
  { name: "上級1", description: "何千何万もの対局から良い形を学び、第一感を信じる。" },
  { name: "上級2", description: "盤がどう分かれるかを感じ取り、一手二手先を確かめる。" },
  { name: "上級3", description: "陣地を本当に取れるのかと問い、自分はほとんど間違えない。" },
  { name: "上級4", description: "短い戦いを読み切り、緩い手をとがめる。" },
  { name: "有段1", description: "見えるものは何も譲らない。" },
  { name: "有段2", description: "数手先を見て、よい頃合いに陣地を閉じる。" },
  { name: "有段3", description: "わずかなリードを勝ちの終盤に変える。" },
  { name: "有段4", description: "最強に迫り、ごくたまに読みが足りないだけ。" },
  { name: "最強", description: "知識と与えられた時間のすべてを使い、全力で指す。" },
];
