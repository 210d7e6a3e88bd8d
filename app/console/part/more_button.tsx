/**
 * Asks for the next page of a list.
 *
 * @module
 */

/** The button; nothing where there are no more pages. */
export function MoreButton({ more }: { readonly more: (() => void) | undefined }) {
  return more === undefined ? null : <button type="button" onClick={more}>Show more</button>;
}
