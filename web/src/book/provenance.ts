// How a book was made.

/** A provenance without the weights, which are in parentheses, and the time of day. */
export const shortProvenance = (provenance: string): string =>
  provenance.replace(/\s*\([^)]*\)/g, "").replace(/ \d\d:\d\d UTC/g, "");
