/**
 * Finds the slug of a 5-minute window by its start.
 *
 * @module
 */

/** A window as answers list it. */
export interface ListedWindow {
  readonly timestamp_start: number;
  readonly slug: string;
}

const WINDOW_SEC = 300;

/** Returns when the next window opens, after an instant. */
export function comingStartSec(atSec: number): number {
  return atSec - atSec % WINDOW_SEC + WINDOW_SEC;
}

/** Returns the slug of the window that opens at an instant. */
export function slugAt(
  windows: ReadonlyArray<ListedWindow>,
  startSec: number,
): string | undefined {
  return windows.find(({ timestamp_start }) => timestamp_start === startSec)?.slug;
}
