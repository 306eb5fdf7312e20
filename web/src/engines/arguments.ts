// Splits and joins command-line arguments; only quotation marks are special.

/** Null if a quotation mark is not closed. */
export function splitArguments(line: string): string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  let open: string | null = null;
  for (const character of line) {
    if (open === null && /\s/.test(character)) {
      if (word !== null) words.push(word);
      word = null;
    } else if (open === null && (character === '"' || character === "'")) {
      open = character;
      word ??= "";
    } else if (character === open) {
      open = null;
    } else {
      word = (word ?? "") + character;
    }
  }
  if (open !== null) return null;
  if (word !== null) words.push(word);
  return words;
}

export function joinArguments(words: readonly string[]): string {
  return words
    .map((word) => {
      if (word !== "" && !/[\s"']/.test(word)) return word;
      return word.includes('"') ? `'${word}'` : `"${word}"`;
    })
    .join(" ");
}
