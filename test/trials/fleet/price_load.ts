/**
 * Questions for prices at a steady rate, each answer compared with the truth.
 *
 * @module
 */
import { type Asset, ASSETS } from "../../../core/market/mod.ts";
import { askFleet } from "./ask_fleet.ts";
import type { Ground, Replica } from "./ground.ts";
import { addFlaw, addNotHeld, type Tally } from "./tally.ts";
import { ALL_INTERVALS, lengthSecOf, type Truth } from "../../stage/world_truth.ts";

/** The load of questions. */
export interface PriceLoad {
  /** Counts what is sent from now on here. */
  readonly countInto: (tally: Tally) => void;
  /** Resolves once nothing more is sent or waited for. */
  readonly stop: () => Promise<void>;
}

/** An answer later than this does not count as held. */
const IN_TIME_MS = 10_000;
/** Callers, who share the questions: none comes near its rate limit. */
const CALLERS = 300;
/** How far back questions reach, in windows. */
const WINDOWS_BACK = 12;

/** A question, and what is wrong with an answer of 200. */
interface Question {
  readonly path: string;
  readonly wrongIn: (body: never) => string | undefined;
  /** Whether an answer that is right has every price; all are known. */
  readonly isWhole?: (body: never) => boolean;
}

/** A window in an answer. */
interface WindowBody {
  readonly ok?: boolean;
  readonly marketType: string;
  readonly windowStart: number;
  readonly price: number | null;
}

/** The part of a fleet that callers know. */
export interface PriceGround extends Pick<Ground, "clock" | "truth"> {
  readonly replicas: ReadonlyArray<Pick<Replica, "url">>;
}

/** Starts to ask, `perSec` times a second. */
export function startPriceLoad(
  ground: PriceGround,
  { perSec, tally: first }: { readonly perSec: number; readonly tally: Tally },
): PriceLoad {
  let tally = first;
  let number = 0;
  const asked = new Set<Promise<void>>();

  const ask = async (turn: number) => {
    const counted = tally;
    const { path, wrongIn, isWhole = () => true } = questionOf(ground, turn);
    const caller = turn % CALLERS;
    const address = `10.1.${caller >> 8}.${caller & 255}`;
    const isOfLoad = counted.isLasting;
    if (isOfLoad) counted.sent++;
    const notHeld = (why: string) => isOfLoad ? addNotHeld(counted, why) : undefined;
    const answer = await askFleet(ground.replicas, { path, turn, address });
    const [pathname] = path.split("?");
    if (answer === undefined) return notHeld(`no answer from ${pathname}`);
    const { status, body, tookMs } = answer;
    counted.longestMs = Math.max(counted.longestMs, tookMs);
    if (status !== 200) return notHeld(`${status} from ${pathname}`);
    const what = body === undefined ? "no JSON" : wrongIn(body as never);
    if (what !== undefined) return addFlaw(counted, "wrong", { what: `${path}: ${what}` });
    if (tookMs > IN_TIME_MS) return notHeld(`late from ${pathname}`);
    if (!isWhole(body as never)) return notHeld(`ok: false from ${pathname}`);
    if (isOfLoad) counted.held++;
  };

  const startedMs = performance.now();
  const timer = setInterval(() => {
    // A machine that hung for a while does not make up for it.
    const due = Math.floor((performance.now() - startedMs) * perSec / 1_000);
    for (number = Math.max(number, due - perSec); number < due; number++) {
      const asking = ask(number);
      asked.add(asking);
      void asking.finally(() => asked.delete(asking));
    }
  }, 1_000 / perSec);
  return {
    countInto: (next) => {
      tally = next;
    },
    stop: async () => {
      clearInterval(timer);
      await Promise.all(asked);
    },
  };
}

function questionOf({ clock, truth }: PriceGround, turn: number): Question {
  const asset = ASSETS[turn % ASSETS.length] ?? "btc";
  const kind = Math.floor(turn / ASSETS.length) % 4;
  if (kind === 0) return activeQuestion(truth, asset);
  if (kind === 1) return twapQuestion(truth, asset);
  const interval = ALL_INTERVALS[turn % ALL_INTERVALS.length] ?? "5min";
  const lengthSec = lengthSecOf(interval);
  const openSec = Math.floor(clock.nowMs() / 1_000 / lengthSec) * lengthSec;
  const startSec = openSec - (1 + turn % WINDOWS_BACK) * lengthSec;
  return kind === 2
    ? pastQuestion(truth, { asset, interval, startSec })
    : rangeQuestion(truth, { asset, interval, startSec });
}

function activeQuestion(truth: Truth, asset: Asset): Question {
  return {
    path: `/api/v1/targets/active?asset=${asset}`,
    wrongIn: ({ now, results }: {
      readonly now: string;
      readonly results: ReadonlyArray<WindowBody>;
    }) => {
      const nowSec = Date.parse(now) / 1_000;
      if (results.length !== ALL_INTERVALS.length) return `${results.length} windows`;
      for (const result of results) {
        const lengthSec = lengthSecOf(result.marketType);
        const isOpen = result.windowStart === Math.floor(nowSec / lengthSec) * lengthSec;
        if (!isOpen) return `${result.marketType} of ${result.windowStart} at ${now}`;
        const what = wrongPrice(truth, { asset, ...result });
        if (what !== undefined) return what;
      }
      return undefined;
    },
    isWhole: ({ results }: { readonly results: ReadonlyArray<{ readonly ok: boolean }> }) =>
      results.every(({ ok }) => ok),
  };
}

function twapQuestion(truth: Truth, asset: Asset): Question {
  return {
    path: `/api/v1/twap/latest?asset=${asset}`,
    wrongIn: ({ observedAt, valueE18 }: {
      readonly observedAt: string;
      readonly valueE18: string;
    }) => {
      const sec = Date.parse(observedAt) / 1_000;
      const twap = truth.nextTwap(asset, sec);
      return twap.observedSec === sec && String(twap.priceE18) === valueE18
        ? undefined
        : `${valueE18} at ${sec}, not ${twap.priceE18} at ${twap.observedSec}`;
    },
  };
}

/** One window that is over. */
interface PastWindow {
  readonly asset: Asset;
  readonly interval: string;
  readonly startSec: number;
}

function pastQuestion(truth: Truth, { asset, interval, startSec }: PastWindow): Question {
  return {
    path: `/api/v1/targets/timestamp?asset=${asset}&type=${interval}&timestamp=${startSec + 7}`,
    wrongIn: ({ price, marketType }: WindowBody) =>
      marketType === interval
        ? wrongPrice(truth, { asset, marketType, windowStart: startSec, price })
        : `${marketType}, not ${interval}`,
  };
}

function rangeQuestion(truth: Truth, { asset, interval, startSec }: PastWindow): Question {
  const lengthSec = lengthSecOf(interval);
  const query = new URLSearchParams({
    asset,
    type: interval,
    start: String(startSec - 2 * lengthSec),
    end: String(startSec + lengthSec),
  });
  return {
    path: `/api/v1/history/range?${query}`,
    wrongIn: ({ history }: {
      readonly history: ReadonlyArray<
        { readonly ok: boolean; readonly timestamp_start: number; readonly price: number | null }
      >;
    }) => {
      if (history.length !== 3) return `${history.length} windows`;
      for (const [index, { ok, timestamp_start: windowStart, price }] of history.entries()) {
        if (windowStart !== startSec + (index - 2) * lengthSec) return `window ${windowStart}`;
        const window = { asset, ok, marketType: interval, windowStart, price };
        const what = wrongPrice(truth, window);
        if (what !== undefined) return what;
      }
      return undefined;
    },
    isWhole: ({ history }: { readonly history: ReadonlyArray<{ readonly ok: boolean }> }) =>
      history.every(({ ok }) => ok),
  };
}

/**
 * Says what is wrong with a price; nothing is where the service says that it has none, which is not
 * an answer that holds the load.
 */
export function wrongPrice(
  truth: Truth,
  { asset, ok = true, marketType, windowStart, price }: WindowBody & { readonly asset: Asset },
): string | undefined {
  if (!ok) return price === null ? undefined : `${price}, and it is not ok`;
  const right = truth.target(asset, marketType, windowStart);
  return price === right ? undefined : `${marketType} ${windowStart}: ${price}, not ${right}`;
}
