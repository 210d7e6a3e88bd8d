/**
 * The windows that a day of a recording tells of, each as it was told last.
 *
 * @module
 */
import { BoundedMap } from "../../../core/bounded_map.ts";
import type { ExportedRow } from "../../../core/recording/mod.ts";
import { readToldWindow, type ToldWindow } from "./told_window.ts";

/** A day has some thousands. */
const WINDOWS_MAX = 100_000;

/** An outcome that is traded. */
export interface ToldOutcome {
  readonly slug: string;
  readonly outcome: string;
}

/** The windows of a day. */
export class ToldWindows {
  readonly #windows = new BoundedMap<string, ToldWindow>(WINDOWS_MAX);
  readonly #targets = new BoundedMap<string, ReadonlyArray<bigint>>(WINDOWS_MAX);
  readonly #outcomes = new BoundedMap<string, ToldOutcome>(2 * WINDOWS_MAX);

  /** Takes a frame of a window. Returns whether it can be read. */
  take(text: string): boolean {
    const window = readToldWindow(text);
    if (window === undefined) return false;
    const key = keyOf(window);
    // The hour in which summer time ends has the slug of the next one: the key is not the slug.
    this.#windows.set(key, window);
    for (const { tokenId, outcome } of window.tokens) {
      this.#outcomes.set(tokenId, { slug: window.slug, outcome });
    }
    const { targetE18 } = window;
    const known = this.#targets.get(key) ?? [];
    if (targetE18 !== null && !known.includes(targetE18)) {
      // A price, and what corrected it.
      this.#targets.set(key, [...known, targetE18].slice(-4));
    }
    return true;
  }

  /** Takes whose token it is, unless a window has told that. */
  takeOutcome(tokenId: string, outcome: ToldOutcome): void {
    if (!this.#outcomes.has(tokenId)) this.#outcomes.set(tokenId, outcome);
  }

  /** Returns the slug of a window; undefined of one that was not told of. */
  slugOf(window: Place): string | undefined {
    return this.#windows.get(keyOf(window))?.slug;
  }

  /** Returns the exact prices that were told of a window's target. */
  targetsOf(window: Place): ReadonlyArray<bigint> {
    return this.#targets.get(keyOf(window)) ?? [];
  }

  /** Returns whose token it is; undefined where nothing tells it. */
  outcomeOf(tokenId: string): ToldOutcome | undefined {
    return this.#outcomes.get(tokenId);
  }

  /** Returns the rows of the table of windows, by when they were told of first. */
  *rows(): IterableIterator<ExportedRow<"windows">> {
    for (const window of this.#windows.values()) {
      const { asset, interval, start, end, slug, conditionId, targetE18, closeE18 } = window;
      yield {
        asset,
        interval,
        start,
        end,
        slug,
        condition_id: conditionId,
        target: targetE18,
        close: closeE18,
        outcome: window.outcome,
      };
    }
  }
}

/** Which window it is. */
type Place = Pick<ToldWindow, "asset" | "interval" | "start">;

const keyOf = ({ asset, interval, start }: Place): string => `${asset} ${interval} ${start}`;
