// A line of arguments, taken apart as people write one for a terminal; nothing in it but quotation marks has a meaning.

/** The words of a line; null if a quotation mark is never closed. */
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

/** The line of which those are the words. */
export function joinArguments(words: readonly string[]): string {
  return words
    .map((word) => {
      if (word !== "" && !/[\s"']/.test(word)) return word;
      return word.includes('"') ? `'${word}'` : `"${word}"`;
    })
    .join(" ");
}
