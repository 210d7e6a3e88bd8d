/**
 * Quotes a text for a shell (sh, bash or zsh).
 *
 * @module
 */

/** Nothing has a meaning between single quotes, other than the one that ends them. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
