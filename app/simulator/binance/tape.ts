/**
 * All trades of one symbol: the world's, with recorded ones in their covered spans.
 *
 * @module
 */
import { countBelow } from "../kit/count_below.ts";
import { type Span } from "../kit/coverage.ts";
import { type Candle, candleOf, joinCandles, type Trade } from "../world/trade.ts";
import { WORLD_START_SEC } from "../world/world.ts";
import { type WorldTape } from "../world/world_tape.ts";
import { type RecordedTrades } from "./recorded_trades.ts";
import { makeTradeCount } from "./trade_count.ts";

/** Spans are unix milliseconds, half-open. */
export interface Tape {
  readonly recorded: RecordedTrades;
  /** Returns the first `limit` trades of a span, in order. */
  first(span: Span, limit: number): ReadonlyArray<Trade>;
  /** Returns the last `limit` trades of a span, in order. */
  last(span: Span, limit: number): ReadonlyArray<Trade>;
  /** Returns the candle of a span; undefined without trades. */
  candle(span: Span): Candle | undefined;
  /** The earliest time of any trade. */
  startMs(): number;
  /** Returns the index of the first trade from an instant on; indices may be below 0. */
  indexFrom(instantMs: number): number;
  /** Returns the time of the trade at an index; undefined unless it is before `untilMs`. */
  instantOf(index: number, untilMs: number): number | undefined;
}

const MINUTE_MS = 60_000;
const WORLD_START_MS = WORLD_START_SEC * 1000;

/** A part of a span whose trades all come from one source. */
interface Piece extends Span {
  readonly isRecorded: boolean;
}

/** Makes a tape of the world's trades, overlaid with recorded ones. */
export function makeTape(world: WorldTape, recorded: RecordedTrades): Tape {
  const inPiece = (piece: Piece, options: { limit: number; fromEnd: boolean }) =>
    piece.isRecorded ? recordedIn(recorded, piece, options) : worldIn(world, piece, options);

  const candleOfPiece = (piece: Piece): Candle | undefined => {
    const all = { limit: Infinity, fromEnd: false };
    const fromMinute = Math.ceil(piece.from / MINUTE_MS);
    const toMinute = Math.floor(piece.to / MINUTE_MS);
    if (piece.isRecorded || fromMinute >= toMinute) return candleOf(inPiece(piece, all));
    // Whole minutes are summed by a shortcut; the rest at either end is generated trade by trade.
    const head = { ...piece, to: fromMinute * MINUTE_MS };
    const tail = { ...piece, from: toMinute * MINUTE_MS };
    const ends = [candleOf(inPiece(head, all)), candleOf(inPiece(tail, all))] as const;
    return joinCandles(joinCandles(ends[0], world.candle(fromMinute, toMinute)), ends[1]);
  };

  const startMs = () => Math.min(WORLD_START_MS, recorded.all()[0]?.atMs ?? WORLD_START_MS);
  const indexFrom = makeTradeCount(world, recorded);
  return {
    recorded,
    startMs,
    indexFrom,
    first(span, limit) {
      let found: ReadonlyArray<Trade> = [];
      for (let from = span.from; from < span.to && found.length < limit;) {
        const piece = pieceFrom(recorded, { from, to: span.to });
        found = found.concat(inPiece(piece, { limit: limit - found.length, fromEnd: false }));
        from = piece.to;
      }
      return found;
    },
    last(span, limit) {
      let found: ReadonlyArray<Trade> = [];
      for (let to = span.to; to > span.from && found.length < limit;) {
        const piece = pieceUntil(recorded, { from: span.from, to });
        const more = inPiece(piece, { limit: limit - found.length, fromEnd: true });
        found = [...more, ...found];
        to = piece.from;
      }
      return found;
    },
    candle(span) {
      let candle: Candle | undefined;
      for (let from = span.from; from < span.to;) {
        const piece = pieceFrom(recorded, { from, to: span.to });
        candle = joinCandles(candle, candleOfPiece(piece));
        from = piece.to;
      }
      return candle;
    },
    instantOf(index, untilMs) {
      let high = untilMs;
      if (high <= startMs() || indexFrom(high) <= index) return undefined;
      // Most are recent: what is far away is counted only if it has to be.
      let low = high;
      for (let backMs = 60 * MINUTE_MS; indexFrom(low) > index; backMs *= 2) {
        if (low === startMs()) return undefined;
        low = Math.max(startMs(), high - backMs);
      }
      // Invariant: the trade is at or after the lower bound, and before the upper one.
      while (high - low > 1) {
        // Halve by whole minutes first: within a minute, counting means generating its trades.
        const stepMs = high - low > 2 * MINUTE_MS ? MINUTE_MS : 1;
        const middle = Math.floor((low + high) / 2 / stepMs) * stepMs;
        if (indexFrom(middle) <= index) low = middle;
        else high = middle;
      }
      return low;
    },
  };
}

/** Returns the first non-empty piece of a span. */
function pieceFrom({ coverage }: RecordedTrades, { from, to }: Span): Piece {
  const covered = coverage.at(from);
  if (covered !== undefined) return { from, to: Math.min(to, covered.to), isRecorded: true };
  const next = coverage.nextFrom(from);
  return { from, to: Math.min(to, next?.from ?? to), isRecorded: false };
}

/** Returns the last non-empty piece of a span. */
function pieceUntil({ coverage }: RecordedTrades, { from, to }: Span): Piece {
  const covered = coverage.at(to - 1);
  if (covered !== undefined) return { from: Math.max(from, covered.from), to, isRecorded: true };
  const before = coverage.lastUntil(to);
  return { from: Math.max(from, before?.to ?? from), to, isRecorded: false };
}

function recordedIn(
  recorded: RecordedTrades,
  { from, to }: Span,
  { limit, fromEnd }: { readonly limit: number; readonly fromEnd: boolean },
): ReadonlyArray<Trade> {
  const start = recorded.countBefore(from);
  const end = recorded.countBefore(to);
  return fromEnd
    ? recorded.all().slice(Math.max(start, end - limit), end)
    : recorded.all().slice(start, Math.min(end, start + limit));
}

function worldIn(
  world: WorldTape,
  span: Span,
  { limit, fromEnd }: { readonly limit: number; readonly fromEnd: boolean },
): ReadonlyArray<Trade> {
  const from = Math.max(span.from, WORLD_START_MS);
  if (from >= span.to) return [];
  const firstMinute = Math.floor(from / MINUTE_MS);
  const lastMinute = Math.floor((span.to - 1) / MINUTE_MS);
  const found: Trade[] = [];
  for (let i = 0; i <= lastMinute - firstMinute && found.length < limit; i++) {
    const trades = world.trades(fromEnd ? lastMinute - i : firstMinute + i);
    const start = countBelow(trades, from, ({ atMs }) => atMs);
    const end = countBelow(trades, span.to, ({ atMs }) => atMs);
    const wanted = limit - found.length;
    // Minutes arrive latest first: reverse each one here, and the whole list at the end.
    const inSpan = fromEnd
      ? trades.slice(Math.max(start, end - wanted), end).reverse()
      : trades.slice(start, Math.min(end, start + wanted));
    found.push(...inSpan);
  }
  return fromEnd ? found.reverse() : found;
}
