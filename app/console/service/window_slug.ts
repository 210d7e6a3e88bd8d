/**
 * Finds a 5-minute window among those of a day, by when it opens.
 *
 * @module
 */
import type { MarketWindow } from "../../client/typescript/mod.ts";

/** A window as answers list it. */
export type ListedWindow = Pick<MarketWindow, "timestamp_start" | "slug">;

const WINDOW_SEC = 300;

/** Returns when the window opened that is open at an instant. */
export function openStartSec(atSec: number): number {
  return Math.floor(atSec / WINDOW_SEC) * WINDOW_SEC;
}

/** Returns when the next window opens, after an instant. */
export function comingStartSec(atSec: number): number {
  return openStartSec(atSec) + WINDOW_SEC;
}

/** Returns the slug of the window that opens at an instant. */
export function slugAt(
  windows: ReadonlyArray<ListedWindow>,
  startSec: number,
): string | undefined {
  return windows.find(({ timestamp_start }) => timestamp_start === startSec)?.slug;
}
