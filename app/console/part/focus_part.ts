/**
 * Moves the focus to what surrounds an element that is about to go.
 *
 * @module
 */

/** Focuses the part of the page around `element`; a reader of the keyboard goes on from there. */
export function focusPart(element: Element | null, selector = "section, main"): void {
  const part = element?.closest(selector);
  if (!(part instanceof HTMLElement)) return;
  part.tabIndex = -1;
  part.focus({ preventScroll: true });
}
