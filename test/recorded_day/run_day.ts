/**
 * Sends a recorded day through whole services, kills one of them in the middle, and compares the
 * published results: on the stream during the day, and over REST at its end.
 *
 * @module
 */
import { Option } from "effect";
import { connect, type GapEvent } from "../../app/client/typescript/mod.ts";
import { makeSandboxClock, type SandboxClock } from "../../app/simulator/kit/clock.ts";
import { type Simulators, startSimulators } from "../../app/simulator/start_simulators.ts";
import { formatE18, parseE18 } from "../../core/price/mod.ts";
import { RARE_GAMES } from "../app/environment.ts";
import { type DayProcess, makeDayProcess } from "./day_process.ts";
import { type DayRow, judgeDay, type PublishedWindow } from "./day_judge.ts";
import { readRecordedDay, type RecordedDay } from "./recorded_day.ts";
import { until } from "../until.ts";

/** The options of a run. */
export interface DayOptions {
  readonly speed: number;
  /** A server that two replicas share; without one, a single service uses a separate folder. */
  readonly databaseUrl?: string | undefined;
  /** The folder for data that is not on a server. */
  readonly folder: string;
  /** Distinguishes the schema of a server. */
  readonly seed: number;
}

/** 2026-09-10: by then averages of 60 s decide. */
const FROM_SEC = Date.UTC(2026, 8, 10) / 1000;
/** Time allowed to start simulators and services before the day begins. */
const LEAD_MS = 20_000;
/** A machine that was too slow gets twice the time, and so on. */
const STARTS_MAX = 4;
/** After the day's end: its last windows end, and the venue publishes its data. */
const TAIL_SEC = 1_800;
const FIVE_MINUTES = { asset: "btc", type: "5min" } as const;

/** Runs the day and returns a row per client. */
export async function runDay(options: DayOptions): Promise<ReadonlyArray<DayRow>> {
  const day = await readRecordedDay(FROM_SEC);
  for (let starts = 0; starts < STARTS_MAX; starts++) {
    const rows = await runOnce(day, { ...options, leadMs: LEAD_MS * 2 ** starts });
    if (rows !== undefined) return rows;
  }
  throw new Error("the machine took too long to start the services");
}

/** Undefined if the day began before the services did. */
async function runOnce(
  day: RecordedDay,
  options: DayOptions & { readonly leadMs: number },
): Promise<ReadonlyArray<DayRow> | undefined> {
  const { clock, simulators, settings } = startWorld(options);
  const services: Array<DayProcess> = [];
  try {
    await putPoints(simulators, day);
    const names = options.databaseUrl === undefined ? ["one"] : ["first", "second"];
    for (const _ of names) services.push(await makeDayProcess(settings));
    await Promise.all(services.map(({ start }) => start()));
    if (clock.nowMs() > FROM_SEC * 1000) return undefined;
    const sinceSec = Math.floor(clock.nowMs() / 1000);
    const followed = services.map(({ url }) => follow(url, sinceSec));
    await at(clock, FROM_SEC + 43_200);
    await services[0]?.kill();
    await services[0]?.start();
    await at(clock, day.toSec + TAIL_SEC);
    const rows: Array<DayRow> = [];
    for (const [index, { url }] of services.entries()) {
      const who = names[index] ?? "";
      const stream = followed[index];
      await until(() => (stream?.seenSec() ?? 0) >= day.toSec, "the end of the day");
      stream?.close();
      if (stream !== undefined) {
        const published = { day, ...stream, hasOutcomes: false, hasEvidence: false };
        rows.push(judgeDay(`stream, ${who}`, published));
      }
      const asked = await ask(url, day);
      const published = { day, ...asked, hasOutcomes: true, hasEvidence: true };
      rows.push(judgeDay(`REST, ${who}`, published));
    }
    return rows;
  } finally {
    await Promise.all(services.map(({ kill }) => kill()));
    await simulators.stop();
  }
}

function startWorld(
  { speed, seed, folder, databaseUrl, leadMs }: DayOptions & { readonly leadMs: number },
): {
  readonly clock: SandboxClock;
  readonly simulators: Simulators;
  readonly settings: Readonly<Record<string, string>>;
} {
  const anchorMs = Date.now() + leadMs;
  const clock = makeSandboxClock({ speed, startMs: FROM_SEC * 1000, anchorMs });
  const simulators = startSimulators({
    seed,
    clock,
    oracleKey: { apiKey: "unused", apiSecret: "unused" },
    urls: new Map(),
    portBase: Option.none(),
  });
  const settings = {
    ORACLE: "relay",
    POLYMARKET_RELAY_URL: simulators.urlOf("relay"),
    POLYMARKET_SITE_URL: simulators.urlOf("site"),
    POLYMARKET_GAMMA_URL: simulators.urlOf("venue-metadata"),
    POLYMARKET_CLOB_URL: simulators.urlOf("venue-orders"),
    BINANCE_SPOT_URL: simulators.urlOf("exchange-spot"),
    BINANCE_FUTURES_URL: simulators.urlOf("exchange-futures"),
    CHAINLINK_URL: simulators.urlOf("oracle"),
    HYPERLIQUID_URL: simulators.urlOf("venue2"),
    ESPN_URL: simulators.urlOf("schedule"),
    KALSHI_URL: simulators.urlOf("kalshi"),
    LIMITLESS_URL: simulators.urlOf("limitless"),
    SX_BET_URL: simulators.urlOf("sx_bet"),
    SANDBOX_SEED: String(seed),
    SANDBOX_SPEED: String(speed),
    SANDBOX_START: new Date(FROM_SEC * 1000).toISOString(),
    SANDBOX_ANCHOR: String(anchorMs),
    RATE_LIMIT_PUBLIC: "0",
    // The day is about prices: games and outcome markets are read as rarely as possible.
    ...RARE_GAMES,
    VENUE2_EVERY_S: "86400",
    DATA_DIR: folder,
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  };
  return { clock, simulators, settings };
}

async function putPoints(simulators: Simulators, { seconds }: RecordedDay): Promise<void> {
  const points = [...seconds].map(([sec, valueE18]) => ({
    timestamp: sec * 1000,
    full_accuracy_value: formatE18(valueE18),
  }));
  const response = await fetch(`${simulators.urlOf("relay")}/__points`, {
    method: "PUT",
    body: JSON.stringify({ symbol: "btcusd", points }),
  });
  if (!response.ok) throw new Error(`the relay took no points: ${await response.text()}`);
}

/**
 * A bot on the project's own client, which reconnects automatically. It wants what comes after
 * `sinceSec`, however late a busy machine lets it connect.
 */
function follow(url: string, sinceSec: number) {
  const windows = new Map<number, PublishedWindow>();
  const gaps: Array<GapEvent> = [];
  const stream = connect(url);
  let seenSec = 0;
  void (async () => {
    const events = stream.targets({ assets: ["btc"], intervals: ["5min"], since: sinceSec });
    for await (const event of events) {
      if (event.type === "target") windows.set(event.seq, event);
      if (event.type === "target") seenSec = Math.max(seenSec, event.seq);
      if (event.type !== "gap") continue;
      gaps.push(event);
      seenSec = Math.max(seenSec, event.toSeq);
    }
  })();
  const isMissing = (sec: number) =>
    gaps.some(({ fromSeq, toSeq }) => fromSeq <= sec && sec <= toSeq);
  return { windows, isMissing, seenSec: () => seenSec, close: () => stream.close() };
}

/** Requests a history, and the proof of each window. */
async function ask(url: string, day: RecordedDay) {
  const query = new URLSearchParams({
    ...FIVE_MINUTES,
    start: String(day.fromSec),
    end: String(day.toSec),
    includeOutcomeMeta: "true",
  });
  const history = await get(`${url}/api/v1/history/range?${query}`) as History;
  const windows = new Map<number, PublishedWindow>();
  const missing = new Set<number>();
  for (const { ok, timestamp_start: sec, price, source, outcomeMeta } of history.history) {
    if (!ok) missing.add(sec);
    if (!ok) continue;
    const point = await pointOf(url, sec);
    const outcome = outcomeMeta.outcome;
    windows.set(sec, { price, source, outcome, ...(point === undefined ? {} : { point }) });
  }
  return { windows, isMissing: (sec: number) => missing.has(sec) };
}

async function pointOf(url: string, sec: number) {
  const query = new URLSearchParams({ ...FIVE_MINUTES, timestamp: String(sec), evidence: "true" });
  const { evidence } = await get(`${url}/api/v1/targets/timestamp?${query}`) as Proof;
  if (evidence.kind !== "relay") return undefined;
  const { timestamp, full_accuracy_value } = evidence.point;
  return { sec: timestamp / 1000, valueE18: Option.getOrThrow(parseE18(full_accuracy_value)) };
}

interface History {
  readonly history: ReadonlyArray<{
    readonly ok: boolean;
    readonly timestamp_start: number;
    readonly price: number;
    readonly source: string;
    readonly outcomeMeta: { readonly outcome: string | null };
  }>;
}

interface Proof {
  readonly evidence:
    | { readonly kind: "published" }
    | {
      readonly kind: "relay";
      readonly point: { readonly timestamp: number; readonly full_accuracy_value: string };
    };
}

/** What a service says that is too busy for its store or a provider. */
const LATE = "did not answer";

/** Requests it as a bot does: again, where the answer says that it, or some of it, comes later. */
async function get(url: string): Promise<unknown> {
  const response = await fetch(url);
  const text = await response.text();
  if (!response.ok && text.includes(LATE)) {
    await Bun.sleep(1_000);
    return await get(url);
  }
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`);
  const body: unknown = JSON.parse(text);
  const waitSec = response.headers.get("retry-after");
  if (waitSec === null) return body;
  await Bun.sleep(Number(waitSec) * 1000);
  return await get(url);
}

/** Uses the world's clock, which may lag on a busy machine. */
async function at(clock: SandboxClock, sec: number): Promise<void> {
  while (clock.nowMs() < sec * 1000) {
    await Bun.sleep(Math.max(10, Math.min(1_000, clock.realMs(sec * 1000 - clock.nowMs()))));
  }
}
