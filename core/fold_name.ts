/**
 * The comparison form of a name: two spellings of one name have the same.
 *
 * @module
 */

/** The one letter that folding keeps, although its capital is that of another letter. */
const DOTLESS_I = "\u0131";

/**
 * Returns a name by Unicode's compatibility composition and full case folding (NFKC, CaseFolding C
 * and F), without surrounding space: `Ｇｒêmio`, `GRE\u0302MIO ` and `grêmio` are one. Independent
 * of any language, and the same for its own result. Accents stay: `Gremio` is another name.
 *
 * Source: Unicode 16, section 3.13: caseless matching of compatibility-equivalent text.
 */
export function foldName(name: string): string {
  // Most names, and every code, are ASCII.
  if (/^[\x20-\x7e]*$/.test(name)) return name.trim().toLowerCase();
  // Decomposed, because a capital may be two letters, and a mark behind it belongs to the first.
  const parts = name.normalize("NFKD").split(DOTLESS_I);
  return parts.map(foldCase).join(DOTLESS_I).normalize("NFKC").trim();
}

/**
 * Folds the case of text without a dotless i. Only the capital of a letter shows that it stands for
 * two (ß), and only the small form of a capital that it has such a letter (ẞ). A sigma has another
 * small form at the end of a word.
 */
function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase().replaceAll("ς", "σ");
}
