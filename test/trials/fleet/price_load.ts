/** Questions for prices at a steady rate, each answer compared with the truth. @module */
import { type Asset, ASSETS } from "../../../core/market/mod.ts";
import { askFleet } from "./ask_fleet.ts";
import type { Ground } from "./ground.ts";
import { addFlaw, type Tally } from "./tally.ts";
import { ALL_INTERVALS, lengthSecOf, type Truth } from "../../stage/world_truth.ts";

/** The load of questions. */
export type PriceLoad = ReturnType<typeof startPriceLoad>;

/** An answer later than this does not count as held. */
const IN_TIME_MS = 10_000;
/** Callers, who share the questions: none comes near its rate limit. */
const CALLERS = 300;
/** How far back questions reach, in windows. */
const WINDOWS_BACK = 12;

/** A window in an answer. */
interface WindowBody {
  readonly ok?: boolean;
  readonly marketType: string;
  readonly windowStart: number;
  readonly price: number | null;
}

/** A question, and what an answer of 200 says: windows, or a sentence that says what is wrong. */
interface Question {
  readonly path: string;
  readonly asset: Asset;
  readonly read: (body: never) => ReadonlyArray<WindowBody> | string;
}

/** Starts to ask, `perSec` times a second. */
export function startPriceLoad(
  ground: Ground,
  { perSec, tally: first }: { readonly perSec: number; readonly tally: Tally },
) {
  let tally = first;
  let number = 0;
  const asked = new Set<Promise<void>>();

  const ask = async (turn: number) => {
    const counted = tally;
    const { path, asset, read } = questionOf(ground, turn);
    const caller = turn % CALLERS;
    const address = `10.1.${caller >> 8}.${caller & 255}`;
    const isOfLoad = counted.isLasting;
    if (isOfLoad) counted.sent++;
    const notHeld = (why: string) => {
      if (isOfLoad) counted.notHeld.set(why, (counted.notHeld.get(why) ?? 0) + 1);
    };
    const answer = await askFleet(ground.replicas, { path, turn, address });
    const [pathname] = path.split("?");
    if (answer === undefined) return notHeld(`no answer from ${pathname}`);
    const { status, body, tookMs } = answer;
    counted.longestMs = Math.max(counted.longestMs, tookMs);
    if (status !== 200) return notHeld(`${status} from ${pathname}`);
    const windows = body === undefined ? "no JSON" : read(body as never);
    const what = typeof windows === "string"
      ? windows
      : windows.map((window) => wrongPrice(ground.truth, { asset, ...window })).find(Boolean);
    if (what !== undefined) return addFlaw(counted, "wrong", { what: `${path}: ${what}` });
    if (tookMs > IN_TIME_MS) return notHeld(`late from ${pathname}`);
    const isWhole = typeof windows !== "string" && windows.every(({ ok = true }) => ok);
    if (!isWhole) return notHeld(`ok: false from ${pathname}`);
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
    /** Counts what is sent from now on here. */
    countInto: (next: Tally) => void (tally = next),
    /** Resolves once nothing more is sent or waited for. */
    stop: async () => {
      clearInterval(timer);
      await Promise.all(asked);
    },
  };
}

function questionOf({ clock, truth }: Ground, turn: number): Question {
  const asset = ASSETS[turn % ASSETS.length] ?? "btc";
  const kind = Math.floor(turn / ASSETS.length) % 4;
  if (kind === 0) return activeQuestion(asset);
  if (kind === 1) return twapQuestion(truth, asset);
  const interval = ALL_INTERVALS[turn % ALL_INTERVALS.length] ?? "5min";
  const lengthSec = lengthSecOf(interval);
  const openSec = Math.floor(clock.nowMs() / 1_000 / lengthSec) * lengthSec;
  const startSec = openSec - (1 + turn % WINDOWS_BACK) * lengthSec;
  return kind === 2
    ? pastQuestion({ asset, interval, startSec })
    : rangeQuestion({ asset, interval, startSec });
}

/** Asks for the windows that are open. */
export function activeQuestion(asset: Asset): Question {
  return {
    path: `/api/v1/targets/active?asset=${asset}`,
    asset,
    read: ({ now, results }: {
      readonly now: string;
      readonly results: ReadonlyArray<WindowBody>;
    }) => {
      const nowSec = Date.parse(now) / 1_000;
      const open = ALL_INTERVALS.map((interval) => {
        const lengthSec = lengthSecOf(interval);
        return `${interval} ${Math.floor(nowSec / lengthSec) * lengthSec}`;
      });
      return theseOf(results, open);
    },
  };
}

function twapQuestion(truth: Truth, asset: Asset): Question {
  return {
    path: `/api/v1/twap/latest?asset=${asset}`,
    asset,
    read: ({ observedAt, valueE18 }: {
      readonly observedAt: string;
      readonly valueE18: string;
    }) => {
      const sec = Date.parse(observedAt) / 1_000;
      const twap = truth.nextTwap(asset, sec);
      return twap.observedSec === sec && String(twap.priceE18) === valueE18
        ? []
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

function pastQuestion({ asset, interval, startSec }: PastWindow): Question {
  return {
    path: `/api/v1/targets/timestamp?asset=${asset}&type=${interval}&timestamp=${startSec + 7}`,
    asset,
    read: ({ price, marketType }: WindowBody) =>
      theseOf([{ marketType, windowStart: startSec, price }], [`${interval} ${startSec}`]),
  };
}

function rangeQuestion({ asset, interval, startSec }: PastWindow): Question {
  const lengthSec = lengthSecOf(interval);
  const starts = [startSec - 2 * lengthSec, startSec - lengthSec, startSec];
  const query = { asset, type: interval, start: `${starts[0]}`, end: `${startSec + lengthSec}` };
  return {
    path: `/api/v1/history/range?${new URLSearchParams(query)}`,
    asset,
    read: ({ history }: {
      readonly history: ReadonlyArray<
        { readonly ok: boolean; readonly timestamp_start: number; readonly price: number | null }
      >;
    }) => {
      const windows = history.map(({ ok, timestamp_start: windowStart, price }) => {
        return { ok, marketType: interval, windowStart, price };
      });
      return theseOf(windows, starts.map((start) => `${interval} ${start}`));
    },
  };
}

/** The windows, if they are those that were asked for. */
function theseOf(windows: ReadonlyArray<WindowBody>, asked: ReadonlyArray<string>) {
  const got = windows.map(({ marketType, windowStart }) => `${marketType} ${windowStart}`);
  const areThese = got.toSorted().join() === asked.toSorted().join();
  return areThese ? windows : `${got}, and not ${asked}`;
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
