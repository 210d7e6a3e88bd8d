/** A day of the same windows at two venues, through a whole service at speed. @module */
import { afterAll, expect, test } from "bun:test";
import { openSandbox } from "../../app/open_sandbox.ts";
import { startWorld } from "../../app/world_of_processes.ts";
import { calmly } from "../calmly.ts";
import { sized, trialSeed } from "../size.ts";
import { tell } from "../tell.ts";

const SPEED = 60;
/** Of a short trial the last window before the weekly hole, and the first one inside it. */
const WINDOWS = sized({ short: 2, whole: 96 });
const START = sized({ short: "2026-11-26T07:43:00Z", whole: "2026-11-26T00:08:00Z" });
const ASSETS = ["btc", "eth", "sol", "xrp", "doge", "bnb", "hype"] as const;
const WINDOW_SEC = 900;
/** By then a result was read, and a market that is amended may be. */
const SETTLED_SEC = 180;

interface Leg {
  readonly venue: string;
  readonly id: string | null;
  readonly target: number | null;
  readonly target_text: string | null;
  readonly target_state: string;
  readonly outcome: string | null;
  readonly outcome_state: string;
  readonly settled_text: string | null;
  readonly disputed: boolean;
}
interface Window {
  readonly start: number;
  readonly legs: ReadonlyArray<Leg>;
}
/** A market as the venue lists it. */
interface Market {
  readonly ticker: string;
  readonly status: string;
  readonly floor_strike?: number;
  readonly result: string;
  readonly expiration_value: string;
  readonly close_time: string;
  readonly updated_time: string;
}

/** A market that was amended is asked about again within the hour. */
const ASKED_AGAIN_MS = 3_660_000;
/** Its first result is there by then. */
const RESULT_MS = 30_000;

/** What is wrong with a leg, beside the market of its venue; nothing if there is none. */
function wrongOf(leg: Leg | undefined, market: Market | undefined): string | undefined {
  if (leg?.venue !== "kalshi") return "it has no second leg";
  if (market === undefined) {
    return leg.target_state === "not_listed" ? undefined : `${leg.target_state} without a market`;
  }
  if (leg.id !== market.ticker) return `it is ${leg.id}, not ${market.ticker}`;
  if ((leg.settled_text ?? "") !== market.expiration_value) {
    return `it settled at ${leg.settled_text}`;
  }
  if (market.floor_strike === undefined) {
    return leg.target_state === "never_set" && leg.outcome === null ? undefined : "it has a target";
  }
  const outcome = market.result === "yes" ? "up" : "down";
  if (leg.outcome !== outcome) return `its winner is ${leg.outcome}, not ${outcome}`;
  if (leg.target !== market.floor_strike) return `its target is ${leg.target}`;
  if (Number(leg.target_text) !== market.floor_strike) return `its text is ${leg.target_text}`;
  return leg.disputed ? "it is disputed" : undefined;
}

function isAmended({ close_time, updated_time }: Market): boolean {
  return Date.parse(updated_time) > Date.parse(close_time) + RESULT_MS;
}

function isJustAmended(market: Market, nowMs: number): boolean {
  return isAmended(market) && nowMs - Date.parse(market.updated_time) < ASKED_AGAIN_MS;
}

test("every window of seven assets has both legs, or says why not", async () => {
  const seed = trialSeed();
  const world = startWorld({ startIso: START, speed: SPEED, seed });
  afterAll(world.simulators.stop);
  const service = await openSandbox({ ...world.settings, RATE_LIMIT_PUBLIC: "0" });
  const startSec = Math.ceil(world.clock.nowMs() / 1000 / WINDOW_SEC) * WINDOW_SEC;
  const endSec = startSec + WINDOWS * WINDOW_SEC;
  const frames = new Map<number, Leg | undefined>();
  const socket = new WebSocket(`${service.url.replace("http", "ws")}/api/v1/stream`);
  afterAll(() => socket.close());
  socket.onopen = () =>
    socket.send(JSON.stringify({
      ...{ op: "subscribe", channel: "windows", assets: ["btc"], intervals: ["15min"], legs: true },
    }));
  socket.onmessage = ({ data }) => {
    const { type, window } = JSON.parse(String(data)) as {
      readonly type: string;
      readonly window: Window;
    };
    if (type === "window") frames.set(window.start, window.legs[1]);
  };
  await calmly(() => world.clock.nowMs() / 1000 > endSec + SETTLED_SEC);

  const nowMs = world.clock.nowMs();
  const wrong: Array<string> = [];
  let count = 0;
  for (const asset of ASSETS) {
    const query = `asset=${asset}&interval=15min&from=${startSec}&to=${endSec}`;
    const response = await fetch(`${service.url}/api/v1/windows?${query}&limit=288&include=legs`);
    const { data } = await response.json() as { readonly data: ReadonlyArray<Window> };
    expect(data).toHaveLength(WINDOWS);
    const markets = await marketsOf(world.simulators.urlOf("kalshi"), asset, startSec, endSec);
    for (const { start, legs } of data) {
      count += 1;
      const market = markets.get(start);
      const named = `${asset} ${new Date(start * 1000).toISOString()}`;
      if (market !== undefined && isJustAmended(market, nowMs)) continue;
      const found = wrongOf(legs[1], market);
      if (found !== undefined) wrong.push(`${named}: ${found}`);
      if (legs[0]?.venue !== "polymarket" || legs[0].target === null) {
        wrong.push(`${named}: its first leg has no target`);
      }
      // What was pushed last is what is known, but for an amendment after the window was over.
      if (asset !== "btc" || (market !== undefined && isAmended(market))) continue;
      const pushed = wrongOf(frames.get(start), market);
      if (pushed !== undefined) wrong.push(`${named}, on the stream: ${pushed}`);
    }
  }
  tell({ done: "windows at two venues", count, wrong: wrong.length });
  expect({ seed, wrong }).toEqual({ seed, wrong: [] });
});

/** The markets of a series, by the start of their window. */
async function marketsOf(
  url: string,
  asset: string,
  startSec: number,
  endSec: number,
): Promise<ReadonlyMap<number, Market>> {
  const query = new URLSearchParams({
    series_ticker: `KX${asset.toUpperCase()}15M`,
    min_close_ts: String(startSec + 1),
    max_close_ts: String(endSec + WINDOW_SEC),
    limit: "1000",
  });
  const response = await fetch(`${url}/trade-api/v2/markets?${query}`);
  const { markets } = await response.json() as {
    readonly markets: ReadonlyArray<Market & { readonly open_time: string }>;
  };
  return new Map(markets.map((market) => [Date.parse(market.open_time) / 1000, market]));
}
