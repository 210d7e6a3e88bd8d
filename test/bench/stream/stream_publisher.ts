/**
 * Our own stream, from a provider's event to Bun's publish, over providers and a store in memory.
 *
 * @module
 */
import {
  type Asset,
  ASSETS,
  INTERVALS,
  PROFILE_BY_NAME,
  windowContaining,
} from "../../../core/market/mod.ts";
import type { LiveEvent } from "../../../core/port/live_prices.ts";
import { targetRule, type Trade } from "../../../core/price/mod.ts";
import type { QuoteEvent } from "../../../core/stream/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { composeWindow } from "../../../core/window/mod.ts";
import {
  priceE18Of,
  reportOf,
  startStreamServer,
  type StreamServer,
} from "../../http/stream/stream_server.ts";
import { type Happening, servePublisher } from "./serve_publisher.ts";

const WINDOW_SEC = 300;
const DAY_SEC = 86_400;
const LEAD_UP_SEC = 20;
/** Seconds from the end of a second to the oracle's report of it. */
const DELAY_SEC = 1;
/** The first report of an asset reaches further back than the stream remembers. */
const FIRST_REPORT_SEC = 400;

let server: StreamServer;
/** The last reported second of an asset. */
const reportedSec = new Map<Asset, number>();

const nowSec = () => Math.floor(server.clock.nowMs() / 1000);

/** Returns the report that covers everything since the last one of the asset. */
function reportUpTo(asset: Asset, sec: number): LiveEvent {
  const fromSec = (reportedSec.get(asset) ?? sec - FIRST_REPORT_SEC) + 1;
  reportedSec.set(asset, sec);
  return { kind: "report", asset, report: reportOf(asset, sec, fromSec) };
}

/** The first trade of an hour, and the one before. */
function turnAt(asset: Asset, hourSec: number): LiveEvent {
  const tradeAt = (tradedAtMs: number, tradeId: number): Trade => ({
    market: "spot",
    symbol: `${asset.toUpperCase()}USDT`,
    tradeId,
    tradedAtMs,
    price: "1.5",
    priceE18: priceE18Of(asset, hourSec),
    quantity: "1",
  });
  const [last, first] = [tradeAt(hourSec * 1000 - 40, 1), tradeAt(hourSec * 1000 + 40, 2)];
  return { kind: "rollover", asset, rollover: { last, first } };
}

/** Returns the providers' events, and their time on the service's clock. */
function happeningOf(happening: Exclude<Happening, "quote">) {
  const periodSec = happening === "target" ? WINDOW_SEC : DAY_SEC;
  const atSec = nowSec() - nowSec() % periodSec + periodSec;
  const events = happening === "target" ? [reportUpTo("eth", atSec)] : [
    ...ASSETS.map((asset) => reportUpTo(asset, atSec)),
    ...ASSETS.map((asset) => turnAt(asset, atSec)),
  ];
  return { atSec, events };
}

let quotes = 0;

/** Returns the event of another best bid of a window. */
function quoteEvent(): QuoteEvent {
  quotes += 1;
  const window = windowContaining(PROFILE_BY_NAME.spec.calendar, "5min", UnixSec(nowSec()));
  const nowMs = server.clock.nowMs();
  const number = { priceE18: priceE18Of("eth", window.startSec), source: "oracle_twap" } as const;
  const level = { priceE6: 610_000n, sizeE6: BigInt(quotes) * 10_000n };
  const state = composeWindow({
    ...{ asset: "eth", window, nowMs, close: null, outcome: null, resolution: null },
    target: { ...number, atMs: window.startSec * 1000, isProvisional: false },
    price: { ...number, atMs: nowMs },
    market: {
      ...{ conditionId: "0x1", protocol: "v2", tick: null, sizeMin: null, fee: null },
      isAcceptingOrders: true,
      outcomes: [{ name: "Up", tokenId: "1" }, { name: "Down", tokenId: "2" }],
    },
    quoteOf: () => ({ bid: level, ask: level, atMs: nowMs }),
  });
  return { kind: "quote", topic: "windows:eth:5min", state, atMs: nowMs };
}

servePublisher({
  start: async (startSec) => {
    server = await startStreamServer({ startSec, trustProxy: 1 });
    server.emit({ kind: "stream_state", provider: "oracle", isUp: true });
    server.emit({ kind: "stream_state", provider: "exchange", isUp: true });
    server.emit(reportUpTo("eth", nowSec()));
    return server.url;
  },
  // The earlier windows are published as by a service that has just started and requests them. It
  // is the day after the next, because known targets of this one are not published again.
  leadUp: async () => {
    const now = nowSec();
    server.clock.moveTo(now - now % DAY_SEC + 2 * DAY_SEC - LEAD_UP_SEC);
    await server.hearAnew();
    reportedSec.clear();
    const profile = PROFILE_BY_NAME.spec;
    const open = INTERVALS.map((interval) =>
      windowContaining(profile.calendar, interval, UnixSec(nowSec()))
    );
    const results = await server.ask(
      ASSETS.flatMap((asset) =>
        open.map((window) => ({ asset, window, rule: targetRule(profile, window) }))
      ),
    );
    if (!results.every(Boolean)) throw new Error("Cannot publish the windows before midnight");
  },
  ready: (happening) => {
    if (happening === "quote") {
      const event = quoteEvent();
      return () => server.tell(event);
    }
    const { atSec, events } = happeningOf(happening);
    server.clock.moveTo(atSec + DELAY_SEC);
    return () => {
      for (const event of events) server.emit(event);
    };
  },
});
