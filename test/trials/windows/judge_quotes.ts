/**
 * Holds the quotes that a follower got to what the venue had sent: its best levels, token by token,
 * and when.
 *
 * A quote is right if, at one moment before its own instant, the best levels of both outcomes stood
 * together as it says: with all that had been sent by then and nothing later. That moment is not
 * before that of an earlier quote of the same connection, and was not over for longer than the way
 * from the venue to a replica may take. A quote that knows nothing of an outcome says nothing
 * wrong; those of them are counted for which nothing here gives a reason.
 *
 * @module
 */
import type { SentTouches } from "../../../app/simulator/polymarket/clob/touch_log.ts";

/** The best levels of an outcome; all null while they are not known. */
export interface SeenPrices {
  readonly best_bid: number | null;
  readonly bid_size: number | null;
  readonly best_ask: number | null;
  readonly ask_size: number | null;
}

/** A quote as it was received. */
export interface SeenQuote {
  readonly connection: number;
  /** Its topic and its window's start. */
  readonly window: string;
  /** Unix milliseconds on the sandbox's clock, as that of the venue. */
  readonly atMs: number;
  readonly outcomes: ReadonlyArray<SeenPrices>;
}

/** What quotes are held to. */
export interface SentBooks {
  readonly frames: ReadonlyArray<SentTouches>;
  /** The tokens of a window's outcomes, in order. */
  readonly tokensOf: (window: string) => ReadonlyArray<string>;
  /** How long the levels of a quote of this instant may have been replaced by then. */
  readonly lateMsMax: (atMs: number) => number;
  /** Whether books may be in doubt then. */
  readonly isDoubtful: (atMs: number) => boolean;
  /** How long a market's books may be in doubt once their tick has changed. */
  readonly tickMsMax: number;
}

/** What was found. */
export interface QuoteJudgement {
  /** A sentence for each quote that is not right. */
  readonly wrong: ReadonlyArray<string>;
  /** How long the levels of each right quote had been replaced by then; 0 if they stood. */
  readonly lateMs: ReadonlyArray<number>;
  /** How many quotes know nothing of an outcome. */
  readonly unknown: number;
  /** How many of these are of an instant when no reason for doubt is known here. */
  readonly unexplained: number;
}

/** From when until when a market's books stood so. */
interface Moment {
  readonly atMs: number;
  untilMs: number;
  /** The levels of each outcome as text; undefined before any were sent. */
  readonly levels: ReadonlyArray<string | undefined>;
}

/** Judges quotes, which are in the order in which they came. */
export function judgeQuotes(
  quotes: ReadonlyArray<SeenQuote>,
  { frames, tokensOf, lateMsMax, isDoubtful, tickMsMax }: SentBooks,
): QuoteJudgement {
  const framesOf = byToken(frames);
  const moments = new Map<string, ReadonlyArray<Moment>>();
  const momentsOf = (window: string) =>
    moments.getOrInsertComputed(window, () => momentsOfMarket(framesOf, tokensOf(window)));
  const turns = new Map<string, ReadonlyArray<Turn>>();
  const isTurning = (window: string, atMs: number) =>
    turns.getOrInsertComputed(window, () => tokensOf(window).flatMap(turnsOf(framesOf)))
      .some(({ fromMs, untilMs }) => fromMs <= atMs && atMs <= untilMs + tickMsMax);
  /** By connection and window, the first moment that the last quote may be of. */
  const reached = new Map<string, number>();
  const wrong: Array<string> = [];
  const lateMs: Array<number> = [];
  let [unknown, unexplained] = [0, 0];
  for (const quote of quotes) {
    const { window, connection, atMs, outcomes } = quote;
    const said = outcomes.map(saidText);
    const isUnknown = said.length === 0 || said.includes(UNKNOWN);
    if (isUnknown) unknown += 1;
    if (isUnknown && !isDoubtful(atMs) && !isTurning(window, atMs)) unexplained += 1;
    if (said.every((text) => text === UNKNOWN)) continue;
    const key = `${connection} ${window}`;
    const from = reached.get(key) ?? 0;
    const all = momentsOf(window).map((moment, at) => ({ moment, at }))
      .filter(({ moment }) => isSaid(said, moment));
    const sent = all.filter(({ moment }) => moment.atMs <= atMs);
    const forward = sent.filter(({ at }) => at >= from);
    const inTime = forward.filter(({ moment }) => atMs - moment.untilMs <= lateMsMax(atMs));
    const [first] = inTime;
    if (first === undefined) {
      const why = all.length === 0
        ? "these levels never stood together"
        : sent.length === 0
        ? "they were not sent yet"
        : forward.length === 0
        ? "they were replaced in an earlier quote"
        : `they were replaced ${atMs - forward.at(-1)!.moment.untilMs} ms before`;
      wrong.push(`${window} at ${atMs}: ${said.join(", ")}: ${why}`);
    } else {
      reached.set(key, first.at);
      lateMs.push(Math.max(0, atMs - inTime.at(-1)!.moment.untilMs));
    }
  }
  return { wrong, lateMs, unknown, unexplained };
}

/** The prices of an outcome in a window's frame, and the venue's time since which they stand. */
export interface DatedPrices extends SeenPrices {
  readonly token_id: string;
  readonly at: string;
}

/** Returns those whose instant is of no frame that left the token's book with these levels. */
export function wrongDates(
  dated: ReadonlyArray<DatedPrices>,
  frames: ReadonlyArray<SentTouches>,
): ReadonlyArray<string> {
  const sent = new Set(
    frames.flatMap(({ timestamp_ms, tokens }) =>
      tokens.map((one) => `${one.token_id} ${timestamp_ms} ${sentText(one)}`)
    ),
  );
  return dated.map((prices) => `${prices.token_id} ${Date.parse(prices.at)} ${saidText(prices)}`)
    .filter((text) => !sent.has(text));
}

type SentToken = SentTouches["tokens"][number];
type TokenFrame = SentToken & { readonly number: number; readonly atMs: number };

function byToken(frames: ReadonlyArray<SentTouches>): ReadonlyMap<string, Array<TokenFrame>> {
  const found = new Map<string, Array<TokenFrame>>();
  for (const [number, { at_ms: atMs, tokens }] of frames.entries()) {
    for (const token of tokens) {
      found.getOrInsertComputed(token.token_id, () => []).push({ ...token, number, atMs });
    }
  }
  return found;
}

/** What one frame says of several tokens changes at one moment. */
function momentsOfMarket(
  framesOf: ReadonlyMap<string, ReadonlyArray<TokenFrame>>,
  tokenIds: ReadonlyArray<string>,
): ReadonlyArray<Moment> {
  const ofMarket = tokenIds.flatMap((tokenId) => framesOf.get(tokenId) ?? [])
    .toSorted((a, b) => a.number - b.number);
  const moments: Array<Moment> = [];
  for (const together of Map.groupBy(ofMarket, ({ number }) => number).values()) {
    const last = moments.at(-1);
    const texts = new Map(together.map((one) => [one.token_id, sentText(one)]));
    const levels = tokenIds.map((tokenId, at) => texts.get(tokenId) ?? last?.levels[at]);
    if (last !== undefined && Bun.deepEquals(levels, last.levels)) continue;
    const atMs = together[0]?.atMs ?? NaN;
    if (last !== undefined) last.untilMs = atMs;
    moments.push({ atMs, untilMs: Infinity, levels });
  }
  return moments;
}

/** Two frames of a token with different ticks: its book came into doubt between them. */
interface Turn {
  readonly fromMs: number;
  readonly untilMs: number;
}

function turnsOf(framesOf: ReadonlyMap<string, ReadonlyArray<TokenFrame>>) {
  return (tokenId: string): ReadonlyArray<Turn> => {
    const frames = framesOf.get(tokenId) ?? [];
    return frames.flatMap(({ tick_size, atMs: untilMs }, at) => {
      const before = frames[at - 1];
      return before === undefined || before.tick_size === tick_size
        ? []
        : [{ fromMs: before.atMs, untilMs }];
    });
  };
}

const UNKNOWN = "null null null null";

function isSaid(said: ReadonlyArray<string>, { levels }: Moment): boolean {
  return said.length === levels.length &&
    said.every((text, at) => text === UNKNOWN || text === levels[at]);
}

function saidText({ best_bid, bid_size, best_ask, ask_size }: SeenPrices): string {
  return [best_bid, bid_size, best_ask, ask_size].map(String).join(" ");
}

function sentText({ bid, ask }: SentToken): string {
  return [...bid ?? [null, null], ...ask ?? [null, null]]
    .map((text) => text === null ? "null" : String(Number(text))).join(" ");
}
