/**
 * Reads what a wallet did from an instant on in slices of time, each of them whole.
 *
 * The service lists what is newest first, and a list may be longer than one reading can be. A slice
 * that has too many pages is left, and a shorter one is tried. How long they may be is remembered
 * of each wallet: what it did is spread unevenly, and nothing may have happened for years.
 *
 * It is not documented whether the seconds at both ends of a slice belong to it: one more is asked
 * for on either side, and left out.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { BoundedMap } from "../../../core/bounded_map.ts";
import type { ProviderFailed } from "../../../core/port/provider_failure.ts";
import { unreadable } from "./http_failure.ts";
import { type IndexWalk, PAGE_ROWS } from "./index_walk.ts";

/** The pages of a slice, and those after which a part begins no other slice. */
export const SLICE_PAGES = 10;
const PART_PAGES = 20;
const SLICE_ROWS = SLICE_PAGES * PAGE_ROWS;
const WALLETS_MAX = 1_000;
/** Before it the venue was not; 0 may be read as if nothing was said. */
const FIRST_SEC = 1;

/** What is known of the time that slices of a wallet may have. */
interface Pace {
  readonly spanSec: number;
  /** Until there, from where the slices are, is more than a slice may have, less these rows. */
  readonly crowd: { readonly lastSec: number; readonly rowsRead: number } | undefined;
}

/** Slices one after the other. */
export interface Slices {
  readonly rows: ReadonlyArray<unknown>;
  /** The last second of which all rows are there: before the first one, if none are. */
  readonly lastSec: number;
  /** Whether that is the second until which it was asked for. */
  readonly isAll: boolean;
}

/** From one second to another. The last slice has no end: what is newer comes along. */
export interface SlicesQuery {
  readonly user: string;
  readonly fromSec: number;
  readonly untilSec: number;
}

/** Makes the reader of one part. `secOf`: none for a row whose time cannot be read. */
export function makeActivitySlices(
  { activity }: Pick<IndexWalk, "activity">,
  secOf: (row: unknown) => Option.Option<number>,
): (query: SlicesQuery) => Effect.Effect<Slices, ProviderFailed> {
  const paces = new BoundedMap<string, Pace>(WALLETS_MAX);
  return Effect.fnUntraced(function* ({ user, fromSec, untilSec }) {
    const rows: Array<unknown> = [];
    let startSec = fromSec;
    let pace = paces.get(user) ?? { spanSec: Infinity, crowd: undefined };
    for (let pages = 0; pages < PART_PAGES;) {
      const endSec = startSec + pace.spanSec - 1;
      const isOpen = endSec >= untilSec;
      const lastSec = isOpen ? Math.max(startSec, untilSec) : endSec;
      const start = String(Math.max(FIRST_SEC, startSec - 1));
      const end = isOpen ? {} : { end: String(endSec + 1) };
      const slice = yield* activity({ user, start, ...end }, SLICE_PAGES);
      pages += slice.count;
      if (!slice.isAll) {
        if (lastSec === startSec) return yield* unreadable(`second ${lastSec} has too many rows`);
        pace = shorter({ startSec, lastSec });
      } else {
        const own = slice.rows.filter((row) => isWithin(secOf(row), { startSec, endSec, isOpen }));
        for (const row of own) rows.push(row);
        startSec = lastSec + 1;
        pace = next(pace, { startSec, rowCount: own.length });
      }
      paces.setNewest(user, pace);
      if (slice.isAll && isOpen) return { rows, lastSec: untilSec, isAll: true };
    }
    return { rows, lastSec: startSec - 1, isAll: false };
  });
}

/** A row without a time is in any slice. */
function isWithin(
  sec: Option.Option<number>,
  { startSec, endSec, isOpen }: {
    readonly startSec: number;
    readonly endSec: number;
    readonly isOpen: boolean;
  },
): boolean {
  return Option.isNone(sec) || (sec.value >= startSec && (isOpen || sec.value <= endSec));
}

function shorter({ startSec, lastSec }: { readonly startSec: number; readonly lastSec: number }) {
  const spanSec = Math.ceil((lastSec - startSec + 1) / 2);
  return { spanSec, crowd: { lastSec, rowsRead: 0 } };
}

function next(
  { spanSec, crowd }: Pace,
  { startSec, rowCount }: { readonly startSec: number; readonly rowCount: number },
): Pace {
  const rowsRead = (crowd?.rowsRead ?? 0) + rowCount;
  if (crowd !== undefined && startSec <= crowd.lastSec && rowsRead * 2 < SLICE_ROWS) {
    const leftSec = crowd.lastSec - startSec + 1;
    return { spanSec: Math.ceil(leftSec / 2), crowd: { ...crowd, rowsRead } };
  }
  return { spanSec: rowCount * 4 < SLICE_ROWS ? spanSec * 2 : spanSec, crowd: undefined };
}
