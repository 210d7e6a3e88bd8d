/**
 * A midnight, when all 35 windows open at once, and five minutes later one window alone: from the
 * providers' frames to a client's.
 *
 * @module
 */
import { TARGET_SERIES } from "../../../core/stream/mod.ts";
import { type Benchmark, compare, type Finding } from "../benchmark.ts";
import { type OrderedProcess, startOrderedProcess } from "../ordered_process.ts";
import { makeDataFolder } from "../server_under_test.ts";
import { percentileOf } from "../spread.ts";
import { type Crowd, startCrowd } from "../stream/crowd.ts";
import type { Receipt } from "../stream/crowd_order.ts";
import type {
  Listener,
  ListenerAnswer,
  ListenerOrder,
  ProviderAnswer,
  ProviderOrder,
  ProviderOrigins,
  Seen,
} from "./boundary_order.ts";
import { latenciesOf, type Latency } from "./latency.ts";
import {
  framesAt,
  framesBefore,
  LEAD_UP_SEC,
  type PriceFrame,
  type Sighting,
} from "./price_frame.ts";

const NAME = "boundary";
const BATCHES = 5;
const MIDNIGHTS_A_BATCH = 40;
const WARM_UP_MIDNIGHTS = 20;
/** Every other midnight: known targets of a day would be published before the next. */
const STEP_SEC = 2 * 86_400;
const FIRST_MIDNIGHT_SEC = Date.parse("2026-11-06T00:00:00Z") / 1000;
/** Two sockets of the oracle's and one of each market: those of our service. */
const SOCKETS = 4;
const PERCENTS = [50, 99, 100] as const;

/** When windows open. */
interface Occasion {
  readonly what: string;
  /** After the midnight. */
  readonly afterSec: number;
  /** Of the frames at that time, those that are sent. */
  readonly sends: (frame: PriceFrame) => boolean;
  /** The windows that our service publishes then. */
  readonly windows: number;
  /** Of the 99th percentile, from a provider's frame to a client's. */
  readonly aimMs: number;
}

const OCCASIONS: ReadonlyArray<Occasion> = [
  {
    what: "midnight",
    afterSec: 0,
    sends: () => true,
    windows: TARGET_SERIES.length,
    aimMs: 8,
  },
  {
    what: "a single window",
    afterSec: 300,
    sends: ({ key }) => key === "oracle:btc",
    windows: 1,
    aimMs: 5,
  },
];

type Process = OrderedProcess<ListenerOrder, ListenerAnswer>;

/** Everything that runs during the midnights. */
interface Stage {
  readonly providers: OrderedProcess<ProviderOrder, ProviderAnswer>;
  readonly crowd: Crowd;
  readonly listeners: Readonly<Record<Listener, Process>>;
  /** Returns the number of sockets a listener has opened so far. */
  readonly connected: Record<Listener, number>;
}

/** The latencies of both in a batch of midnights. */
type Batch = Readonly<Record<Listener, ReadonlyArray<Latency>>>;

/** The benchmark. */
export const boundary: Benchmark = {
  name: NAME,
  about:
    `${BATCHES * MIDNIGHTS_A_BATCH} midnights with ${TARGET_SERIES.length} windows each, and ` +
    "as many openings of one window",
  run: async () => {
    const databaseUrl = Bun.env["TEST_DATABASE_URL"];
    const found: Array<Finding> = [];
    for (const occasion of OCCASIONS) {
      found.push(...findings(await openings(occasion, undefined), occasion, "embedded store"));
      if (databaseUrl === undefined) continue;
      found.push(...findings(await openings(occasion, databaseUrl), occasion, "PostgreSQL server"));
    }
    if (databaseUrl === undefined) {
      console.error(`${NAME}: a PostgreSQL server is not measured, TEST_DATABASE_URL is not set`);
    }
    return found;
  },
};

async function openings(
  occasion: Occasion,
  databaseUrl: string | undefined,
): Promise<ReadonlyArray<Batch>> {
  const folder = makeDataFolder();
  const processOf = (file: string) => startOrderedProcess(`${import.meta.dir}/${file}`);
  const stage: Stage = {
    providers: processOf("provider_process.ts"),
    crowd: startCrowd(),
    listeners: { ours: processOf("listening_service.ts"), reference: processOf("bare_relay.ts") },
    // The reference's sockets, which stay.
    connected: { ours: 0, reference: SOCKETS - 1 },
  };
  const { providers, crowd, listeners } = stage;
  try {
    const origins = await providers.ask<ProviderOrigins>({ kind: "start" });
    for (const name of ["ours", "reference"] as const) {
      const { url } = await listeners[name].ask<{ url: string }>({
        kind: "start",
        origin: origins[name],
        startSec: FIRST_MIDNIGHT_SEC - STEP_SEC,
        folder: folder.path,
        databaseUrl,
      });
      // Once without clients, which would otherwise receive the providers' stream status.
      await leadUp(stage, { listener: name, atSec: FIRST_MIDNIGHT_SEC - STEP_SEC / 2 });
      const subscribe = [`{"op":"subscribe","channel":"targets"}`];
      await crowd.ask({ kind: "connect", crowd: name, url, clients: 1, subscribe });
    }
    return await batches(stage, occasion);
  } finally {
    await crowd.stop();
    await listeners.ours.ask({ kind: "stop" }).catch(console.error);
    await Promise.all([providers, ...Object.values(listeners)].map((one) => one.stop()));
    folder.remove();
  }
}

async function batches(stage: Stage, occasion: Occasion): Promise<ReadonlyArray<Batch>> {
  const batches: Array<Batch> = [];
  for (let number = -WARM_UP_MIDNIGHTS; number < BATCHES * MIDNIGHTS_A_BATCH; number++) {
    const midnightSec = FIRST_MIDNIGHT_SEC + (WARM_UP_MIDNIGHTS + number) * STEP_SEC;
    const order = number % 2 === 0
      ? ["ours", "reference"] as const
      : ["reference", "ours"] as const;
    const measured: { ours: ReadonlyArray<Latency>; reference: ReadonlyArray<Latency> } = {
      ours: [],
      reference: [],
    };
    for (const listener of order) {
      measured[listener] = await oneOpening(stage, { listener, midnightSec, occasion });
    }
    if (number < 0) continue;
    if (number % MIDNIGHTS_A_BATCH === 0) batches.push({ ours: [], reference: [] });
    const { ours, reference } = batches[batches.length - 1] as Batch;
    batches[batches.length - 1] = {
      ours: [...ours, ...measured.ours],
      reference: [...reference, ...measured.reference],
    };
  }
  return batches;
}

interface Opening {
  readonly listener: Listener;
  readonly midnightSec: number;
  readonly occasion: Occasion;
}

async function oneOpening(
  stage: Stage,
  { listener, midnightSec, occasion }: Opening,
): Promise<ReadonlyArray<Latency>> {
  const { crowd, providers, listeners } = stage;
  const atSec = midnightSec + occasion.afterSec;
  const frames = framesAt(atSec).filter(occasion.sends);
  const before = listener === "ours" ? TARGET_SERIES.length : framesBefore(atSec).length;
  await crowd.ask({ kind: "expect", crowd: listener, frames: before });
  await leadUp(stage, { listener, atSec });
  await crowd.ask({ kind: "receive" });

  await listeners[listener].ask({ kind: "forward", toSec: atSec + 1 });
  const count = listener === "ours" ? occasion.windows : frames.length;
  await crowd.ask({ kind: "expect", crowd: listener, frames: count });
  await providers.ask({ kind: "send", listener, frames });
  const receipt = await crowd.ask<Receipt>({ kind: "receive" });
  const seen = await listeners[listener].ask<Seen>({ kind: "collect" });
  const sent = await providers.ask<ReadonlyArray<Sighting>>({ kind: "sent" });
  return latenciesOf({ sent, seen, receipt });
}

/** Reaches the moment before an opening: the windows of before are published, their frames read. */
async function leadUp(
  { providers, listeners, connected }: Stage,
  { listener, atSec }: { readonly listener: Listener; readonly atSec: number },
): Promise<void> {
  const process = listeners[listener];
  const frames = framesBefore(atSec);
  await process.ask({ kind: "forward", toSec: atSec - LEAD_UP_SEC });
  await process.ask({ kind: "lead_up" });
  connected[listener] += listener === "ours" ? SOCKETS : 0;
  await providers.ask({ kind: "connected", listener, count: connected[listener] });
  await providers.ask({ kind: "send", listener, frames });
  const receivedTimes = ({ door }: PriceFrame) => listener === "ours" && door === "oracle" ? 2 : 1;
  const count = frames.reduce((sum, frame) => sum + receivedTimes(frame), 0);
  await untilReceived(process, count);
}

async function untilReceived(process: Process, count: number): Promise<void> {
  for (;;) {
    const { received } = await process.ask<Seen>({ kind: "collect" });
    if (received.length >= count) return;
    await Bun.sleep(5);
  }
}

function findings(
  batches: ReadonlyArray<Batch>,
  { what: occasion, aimMs }: Occasion,
  store: string,
): ReadonlyArray<Finding> {
  const parts = [
    ["received to published", (latency: Latency) => latency.toPublishedMs],
    ["received to a client's", (latency: Latency) => latency.toClientMs],
    ["sent to a client's", (latency: Latency) => latency.fromSentMs],
  ] as const;
  return parts.flatMap(([what, of]) =>
    PERCENTS.map((percent) => {
      const values = (listener: Listener) =>
        batches.map((batch) =>
          percentileOf(Float64Array.from(batch[listener], of).sort(), percent)
        );
      const name = percent === 100 ? "max" : `p${percent}`;
      return compare(NAME, {
        unit: "ms",
        ...(percent === 99 ? { aim: { value: aimMs } } : {}),
        ours: { what: `${occasion}: ${what}, ${name}, ${store}`, values: values("ours") },
        reference: { what: "a bare relay", values: values("reference") },
      });
    })
  );
}
