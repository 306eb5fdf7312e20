// The engine names its levels in English; these are the same in Japanese, the weakest first.

export const levelsJa: readonly { readonly name: string; readonly description: string }[] = [
  { name: "はじめて", description: "ルールを覚えたばかり。広い方へ向かい、悪い手で満足することも多い。" },
  { name: "初心者", description: "自分の手の結果は見えるが、怪しい手を半分ほど選んでしまう。" },
  { name: "見習い", description: "陣地とよく動けるアマゾンを好むが、無駄な手も多い。" },
  { name: "かじりかけ", description: "まともな手を指すが、数手に一度は間違える。" },
  { name: "趣味の人", description: "アマゾンを自由に保つが、相手の返し手は考えない。" },
  { name: "気軽な人", description: "自分の陣地を一手ずつ、そこそこ丁寧に守る。" },
  { name: "常連", description: "見た目の良い手はめったに逃さないが、その先は見ない。" },
  { name: "用心深い人", description: "指す前に相手の返し手をちらりと見る。" },
  { name: "計画家", description: "気に入った手への返し手を考える。" },
  { name: "戦術家", description: "いくつもの手と返し手を比べ、単純な狙いにはかからない。" },
  { name: "クラブの人", description: "じっくり先を読み、陣地を正しく数える。" },
  { name: "戦略家", description: "何千何万もの対局から良い形を学び、第一感を信じる。" },
  { name: "挑戦者", description: "盤がどう分かれるかを感じ取り、一手二手先を確かめる。" },
  { name: "古強者", description: "陣地を本当に取れるのかと問い、自分はほとんど間違えない。" },
  { name: "熟練者", description: "短い戦いを読み切り、緩い手をとがめる。" },
  { name: "名手", description: "見えるものは何も譲らない。" },
  { name: "達人", description: "数手先を見て、よい頃合いに陣地を閉じる。" },
  { name: "大達人", description: "わずかなリードを勝ちの終盤に変える。" },
  { name: "王者", description: "最強に迫り、ごくたまに読みが足りないだけ。" },
  { name: "アマゾン", description: "知識と与えられた時間のすべてを使い、全力で指す。" },
];
