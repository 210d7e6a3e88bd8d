/**
 * The relay's channels, and the filters of each.
 *
 * @module
 */
import { fieldsOf, isJsonObject } from "../../kit/json.ts";
import { type PointSource, type PublishedPoint } from "./point_source.ts";
import { writtenPoint } from "./relay_frame.ts";
import { ASSET_BY_SYMBOL, AVERAGED_SYMBOLS } from "./relay_symbol.ts";

/** The sources of the channels' points, by symbol. */
export interface RelaySources {
  readonly averages: ReadonlyMap<string, PointSource>;
  readonly spot: ReadonlyMap<string, PointSource>;
}

/** A channel with a valid filter. */
export interface RelayPair {
  readonly channel: string;
  /** A key that is equal for the same channel and filter. */
  readonly key: string;
  /** Undefined for a pair that never sends anything. */
  readonly source: PointSource | undefined;
  /** Returns the JSON of an update's payload. */
  update(point: PublishedPoint): string;
  /** Returns the JSON of a snapshot's payload; undefined for a channel without snapshots. */
  snapshot(points: ReadonlyArray<PublishedPoint>): string | undefined;
}

/** The filter of a frame, known to be an object. */
type Filter = ReadonlyMap<string, unknown>;

/** The source of a pair's points, and the fixed fields of its payloads. */
interface Subject {
  readonly source?: PointSource | undefined;
  /** Fields before the number in updates and snapshots. */
  readonly head: Readonly<Record<string, unknown>>;
  /** Fields after the number in updates and snapshots. */
  readonly tail: Readonly<Record<string, unknown>>;
  readonly hasSnapshot: boolean;
}

interface Channel {
  readonly isPublic: boolean;
  /** Returns undefined for a filter that the channel does not accept. */
  readonly subject: (filter: Filter, sources: RelaySources) => Subject | undefined;
}

const WINDOW_SEC = 60;
const TEXT_LENGTH_MAX = 100;

/**
 * Documented: the names, that `price.polymarket` is public, the filters of the average and of
 * `price.polymarket`, and that windows other than 60 s stay empty. Assumed: that the other two also
 * need credentials, that their filter is a symbol, that an unknown symbol of the average is a bad
 * filter, and that only prices of currencies have snapshots.
 */
const CHANNELS: ReadonlyMap<string, Channel> = new Map<string, Channel>([
  ["price.crypto.twap", { isPublic: false, subject: average }],
  ["price.crypto", { isPublic: false, subject: spot }],
  ["price.equity", { isPublic: false, subject: (filter) => silent(filter, "symbol") }],
  ["price.polymarket", { isPublic: true, subject: (filter) => silent(filter, "asset_id") }],
]);

/** Returns whether a channel of this name exists, and whether it is public. */
export function findChannel(name: unknown): { readonly isPublic: boolean } | undefined {
  return typeof name === "string" ? CHANNELS.get(name) : undefined;
}

/** Returns the pair of a known channel and a filter; undefined for an invalid filter. */
export function readPair(
  { channel, filter }: { readonly channel: string; readonly filter: unknown },
  sources: RelaySources,
): RelayPair | undefined {
  if (!isJsonObject(filter)) return undefined;
  const fields = fieldsOf(filter);
  const subject = CHANNELS.get(channel)?.subject(fields, sources);
  if (subject === undefined) return undefined;
  const { source, head, tail, hasSnapshot } = subject;
  const named = [...fields].sort(([a], [b]) => a < b ? -1 : 1);
  return {
    channel,
    key: JSON.stringify([channel, named]),
    source,
    update: (point) => {
      const { timestamp, value, full_accuracy_value } = writtenPoint(point);
      return JSON.stringify({ ...head, value, full_accuracy_value, timestamp, ...tail });
    },
    snapshot: (points) =>
      hasSnapshot
        ? JSON.stringify({ ...head, data: points.map(writtenPoint), ...tail })
        : undefined,
  };
}

function average(filter: Filter, { averages }: RelaySources): Subject | undefined {
  const symbol = filter.get("symbol");
  const windowSec = filter.get("window_seconds");
  if (typeof symbol !== "string" || !AVERAGED_SYMBOLS.includes(symbol)) return undefined;
  if (typeof windowSec !== "number" || !Number.isInteger(windowSec) || windowSec < 1) {
    return undefined;
  }
  return {
    source: windowSec === WINDOW_SEC ? averages.get(symbol) : undefined,
    head: { symbol },
    tail: { window_seconds: windowSec, source: "chainlink" },
    hasSnapshot: true,
  };
}

/** Its points do not name their source: they are not the oracle's, and never a target. */
function spot(filter: Filter, { spot }: RelaySources): Subject | undefined {
  const subject = silent(filter, "symbol");
  const symbol = String(filter.get("symbol"));
  return subject && {
    ...subject,
    source: spot.get(symbol),
    hasSnapshot: ASSET_BY_SYMBOL.has(symbol),
  };
}

/** Returns a pair that is accepted and never sends anything. */
function silent(filter: Filter, name: string): Subject | undefined {
  const text = filter.get(name);
  const isRight = typeof text === "string" && text !== "" && text.length <= TEXT_LENGTH_MAX;
  return isRight ? { head: { [name]: text }, tail: {}, hasSnapshot: false } : undefined;
}
