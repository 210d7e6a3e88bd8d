/**
 * Sends a recorded day through whole services, kills one of them in the middle, and reads what they
 * publish: on the stream during the day, and over REST at its end.
 *
 * @module
 */
import { Option } from "effect";
import { connect } from "../../../app/client/typescript/mod.ts";
import type { SandboxClock } from "../../../app/simulator/kit/clock.ts";
import type { Simulators } from "../../../app/simulator/start_simulators.ts";
import { formatE18, parseE18 } from "../../../core/price/mod.ts";
import { RARE_GAMES, SHORT_LIVED } from "../../app/environment.ts";
import { openGround, type ProcessGround } from "../../stage/process_ground.ts";
import type { Published, PublishedWindow } from "./day_judge.ts";
import type { RecordedDay } from "./recorded_day.ts";

/** The options of a run. */
export interface DayOptions {
  readonly speed: number;
  /** A server that two replicas share; there is a single service without one. */
  readonly databaseUrl?: string | undefined;
  /** Distinguishes the schema of a server. */
  readonly seed: number;
  /** Time allowed to start simulators and services before the day begins. */
  readonly leadMs: number;
}

/** A machine that was too slow gets twice the time, and so on. */
const STARTS_MAX = 4;
/** After the day's end: its last windows end, and the venue publishes its data. */
const TAIL_SEC = 1_800;
const FIVE_MINUTES = { asset: "btc", type: "5min" } as const;

/** Runs the day, and returns what each client was told, by its name. */
export async function runDay(
  day: RecordedDay,
  options: DayOptions,
): Promise<ReadonlyMap<string, Published>> {
  for (let starts = 0; starts < STARTS_MAX; starts++) {
    const leadMs = options.leadMs * 2 ** starts;
    const ground = await openDay(day, { ...options, leadMs });
    try {
      // Windows that opened before anybody followed them are not the day's fault.
      if (ground.clock.nowMs() < day.fromSec * 1000) return await followDay(day, ground);
    } finally {
      await ground.stop();
    }
  }
  throw new Error("the machine took too long to start the services");
}

function openDay(day: RecordedDay, options: DayOptions): Promise<ProcessGround> {
  return openGround({
    ...options,
    startIso: new Date(day.fromSec * 1000).toISOString(),
    anchorMs: Date.now() + options.leadMs,
    services: options.databaseUrl === undefined ? 1 : 2,
    settings: async (simulators) => {
      await putPoints(simulators, day);
      return {
        ...SHORT_LIVED,
        ORACLE: "relay",
        RATE_LIMIT_PUBLIC: "0",
        // The day is about prices: games and outcome markets are read as rarely as possible.
        ...RARE_GAMES,
        VENUE2_EVERY_S: "86400",
      };
    },
  });
}

async function followDay(
  day: RecordedDay,
  { clock, services }: ProcessGround,
): Promise<ReadonlyMap<string, Published>> {
  const sinceSec = Math.floor(clock.nowMs() / 1000);
  const streams = services.map(({ url }) => follow(url, { sinceSec, toSec: day.toSec }));
  await at(clock, (day.fromSec + day.toSec) / 2);
  services[0]?.signal("SIGKILL");
  await services[0]?.ended();
  await services[0]?.start();
  await at(clock, day.toSec + TAIL_SEC);
  const told = new Map<string, Published>();
  for (const [number, stream] of streams.entries()) {
    told.set(`stream ${number + 1}`, await stream);
  }
  for (const [number, { url }] of services.entries()) {
    told.set(`REST ${number + 1}`, await ask(url, day));
  }
  return told;
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
 * A bot on the project's own client, which reconnects by itself, until it has seen the end. It
 * wants what comes after `sinceSec`, however late a busy machine lets it connect.
 */
async function follow(
  url: string,
  { sinceSec, toSec }: { readonly sinceSec: number; readonly toSec: number },
): Promise<Published> {
  const windows = new Map<number, PublishedWindow>();
  const gaps: Array<readonly [fromSec: number, toSec: number]> = [];
  const stream = connect(url);
  let seenSec = 0;
  for await (
    const event of stream.targets({ assets: ["btc"], intervals: ["5min"], since: sinceSec })
  ) {
    if (event.type === "target") windows.set(event.seq, event);
    if (event.type === "target") seenSec = Math.max(seenSec, event.seq);
    if (event.type === "gap") gaps.push([event.fromSeq, event.toSeq]);
    if (event.type === "gap") seenSec = Math.max(seenSec, event.toSeq);
    if (seenSec >= toSec) break;
  }
  stream.close();
  const isMissing = (sec: number) => gaps.some(([from, to]) => from <= sec && sec <= to);
  return { windows, isMissing, isWhole: false };
}

/** Requests a history, and the proof of each window. */
async function ask(url: string, day: RecordedDay): Promise<Published> {
  const query = new URLSearchParams({
    ...FIVE_MINUTES,
    start: String(day.fromSec),
    end: String(day.toSec),
    includeOutcomeMeta: "true",
  });
  const { history } = await get(`${url}/api/v1/history/range?${query}`) as History;
  const windows = new Map<number, PublishedWindow>();
  const missing = new Set<number>();
  for (const { ok, timestamp_start: sec, price, source, outcomeMeta } of history) {
    if (!ok) missing.add(sec);
    if (!ok) continue;
    const point = await pointOf(url, sec);
    const { outcome } = outcomeMeta;
    windows.set(sec, { price, source, outcome, ...(point === undefined ? {} : { point }) });
  }
  return { windows, isMissing: (sec) => missing.has(sec), isWhole: true };
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
  for (;;) {
    const response = await fetch(url);
    const text = await response.text();
    const waitSec = response.headers.get("retry-after");
    if (response.ok && waitSec === null) return JSON.parse(text);
    if (!response.ok && !text.includes(LATE)) throw new Error(`${url}: ${response.status} ${text}`);
    await Bun.sleep(response.ok ? Number(waitSec) * 1000 : 1_000);
  }
}

/** Uses the world's clock, which may lag on a busy machine. */
async function at(clock: SandboxClock, sec: number): Promise<void> {
  while (clock.nowMs() < sec * 1000) {
    await Bun.sleep(Math.max(10, Math.min(1_000, clock.realMs(sec * 1000 - clock.nowMs()))));
  }
}
