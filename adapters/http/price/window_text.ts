/**
 * Writes the windows of ranges as JSON text and caches it.
 *
 * A range of 2,000 windows is half a megabyte, and the same windows stand in the ranges of every
 * chart and backtest. Their targets are final, so the text of a window is cached with its target:
 * three quarters of an answer's time went into instants, slugs and prices that it had written
 * before.
 *
 * @module
 */
import { Option, Result } from "effect";
import type { Asset } from "../../../core/market/mod.ts";
import type { KnownTarget, RangeTarget } from "../../../core/use_case/price/mod.ts";
import type { VenueChoice } from "../../../core/use_case/venue/mod.ts";
import { priceBody } from "./price_body.ts";
import { windowBody } from "./window_body.ts";
import type { HistoryItemWire, PricePointWire } from "./wire_history.ts";

/** A window as an item of a list, and as a point of a series. Each begins with a comma. */
export interface WindowText {
  readonly item: string;
  /** Empty for a window without a price. */
  readonly point: string;
}

/** A text, and what it was written from. */
interface Written extends WindowText {
  readonly venue: VenueChoice;
  readonly asset: Asset;
  readonly window: RangeTarget["window"];
}

/** Some 8 MB in both generations. Drops what was not requested recently. */
const REMEMBERED_MAX = 16_384;

/** Returns the text of a window. */
export type WriteWindow = (venue: VenueChoice, asset: Asset, target: RangeTarget) => WindowText;

/** Makes a writer with an empty cache. */
export function makeWindowWriter(rememberedMax: number = REMEMBERED_MAX): WriteWindow {
  // A target that is corrected is another object.
  let recent = new Map<KnownTarget, Written>();
  let older = new Map<KnownTarget, Written>();
  return (venue, asset, target) => {
    const known = Option.getOrUndefined(Option.flatMap(target.result, Result.getSuccess));
    if (known === undefined) return write(venue, asset, target);
    const fresh = recent.get(known);
    const found = fresh ?? older.get(known);
    if (found !== undefined && isOf(found, { venue, asset, target })) {
      if (found !== fresh) remember(known, found);
      return found;
    }
    const written = { ...write(venue, asset, target), venue, asset, window: target.window };
    remember(known, written);
    return written;
  };

  function remember(known: KnownTarget, written: Written): void {
    if (recent.size >= rememberedMax / 2) [older, recent] = [recent, new Map()];
    recent.set(known, written);
  }
}

function isOf(
  written: Written,
  { venue, asset, target: { window } }: {
    readonly venue: VenueChoice;
    readonly asset: Asset;
    readonly target: RangeTarget;
  },
): boolean {
  const { interval, startSec } = written.window;
  return written.venue === venue && written.asset === asset && interval === window.interval &&
    startSec === window.startSec;
}

function write(venue: VenueChoice, asset: Asset, { window, result }: RangeTarget): WindowText {
  const found = priceBody(window.interval, result);
  const item: typeof HistoryItemWire.static = { ...windowBody(venue, asset, window), ...found };
  const { timestamp_start, price } = item;
  if (price === null) return { item: `,${JSON.stringify(item)}`, point: "" };
  const point: typeof PricePointWire.static = { timestamp_start, price };
  return { item: `,${JSON.stringify(item)}`, point: `,${JSON.stringify(point)}` };
}
