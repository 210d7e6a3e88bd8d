/**
 * A midnight, when all 35 windows open at once, and five minutes later one window alone: from the
 * providers' frames to a client's.
 *
 * @module
 */
import { TARGET_SERIES } from "../../../core/stream/mod.ts";
import { type Benchmark, compare, type Finding, percentilesOf } from "../benchmark.ts";
import { startServer } from "../child.ts";
import { startOrderedProcess } from "../ordered_process.ts";
import { type Client, connect } from "./client.ts";
import type { ListenerOrder } from "./listening_service.ts";
import {
  framesAt,
  framesBefore,
  keyOfFrame,
  LEAD_UP_SEC,
  type PriceFrame,
  type PriceKey,
} from "./price_frame.ts";
import { Provider } from "./provider.ts";
import { makeFolder } from "../../temporary_folder.ts";

const NAME = "boundary";
const BATCHES = 5;
const WARM_UP_MIDNIGHTS = 20;
const QUICK_WARM_UP_MIDNIGHTS = 8;
/** Every other midnight: known targets of a day would be published before the next. */
const STEP_SEC = 2 * 86_400;
/** Two sockets of the oracle's and one of each market: those of our service. */
const SOCKETS = 4;
const FIRST_MIDNIGHT_SEC = Date.parse("2026-11-06T00:00:00Z") / 1000;

/** When windows open. */
interface Occasion {
  readonly what: string;
  /** After the midnight. */
  readonly afterSec: number;
  /** Of the frames at that time, those that are sent. */
  readonly sends: (frame: PriceFrame) => boolean;
  /** The windows that our service publishes then. */
  readonly windows: number;
  /** How often windows open in a batch: fewer frames need more of that for their slowest. */
  readonly timesABatch: number;
  readonly quickTimesABatch: number;
  /** By how much more than the relay's its 99th percentile may be. */
  readonly aimMs: number;
}

const OCCASIONS: ReadonlyArray<Occasion> = [
  {
    what: `a midnight's ${TARGET_SERIES.length} windows`,
    afterSec: 0,
    sends: () => true,
    windows: TARGET_SERIES.length,
    timesABatch: 40,
    quickTimesABatch: 5,
    aimMs: 4,
  },
  {
    what: "a single window",
    afterSec: 300,
    sends: ({ key }) => key === "oracle:btc",
    windows: 1,
    timesABatch: 200,
    quickTimesABatch: 20,
    aimMs: 2,
  },
];

/** A process between providers and a client of its own, both of which are here. */
interface Listener {
  readonly provider: Provider;
  readonly client: Client;
  /** Reaches the moment before windows open: those of before are published, their frames read. */
  readonly leadUp: (atSec: number) => Promise<unknown>;
  /** How many frames its client receives when windows open. */
  readonly framesThen: (occasion: Occasion, sent: ReadonlyArray<PriceFrame>) => number;
  readonly stop: () => Promise<void>;
}

/** The benchmark. */
export const boundary: Benchmark = {
  name: NAME,
  about: "a midnight and the opening of one window, from a provider's frame to a client's",
  isInQuickRun: true,
  run: async ({ isQuick }) => {
    const findings: Array<Finding> = [];
    for (const occasion of OCCASIONS) {
      const listeners = [await startOurs(), await startReference()] as const;
      try {
        findings.push(...await measure(listeners, occasion, isQuick));
      } finally {
        for (const { client, provider, stop } of listeners) {
          client.close();
          await stop();
          await provider.stop();
        }
      }
    }
    return findings;
  },
};

async function startOurs(): Promise<Listener> {
  const folder = makeFolder();
  const provider = new Provider();
  const service = startOrderedProcess<ListenerOrder, string | null>(
    `${import.meta.dir}/listening_service.ts`,
  );
  let opened = 0;
  const reach = async (atSec: number) => {
    await service.ask({ kind: "forward", toSec: atSec - LEAD_UP_SEC });
    await service.ask({ kind: "lead_up" });
    opened += SOCKETS;
    await provider.opened(opened);
    provider.send(framesBefore(atSec));
    await provider.isRead();
  };
  const url = await service.ask<string>({
    kind: "start",
    origin: provider.origin,
    startSec: FIRST_MIDNIGHT_SEC - STEP_SEC,
    folder: folder.path,
    databaseUrl: Bun.env["TEST_DATABASE_URL"],
  });
  // Without a client, which would otherwise receive the providers' stream status.
  await reach(FIRST_MIDNIGHT_SEC - STEP_SEC / 2);
  const client = await connect(url);
  return {
    provider,
    client,
    leadUp: async (atSec) => {
      const published = client.next(TARGET_SERIES.length);
      await reach(atSec);
      await published;
      await service.ask({ kind: "forward", toSec: atSec + 1 });
    },
    framesThen: ({ windows }) => windows,
    stop: async () => {
      await service.ask({ kind: "stop" });
      await service.stop();
      folder.remove();
    },
  };
}

async function startReference(): Promise<Listener> {
  const provider = new Provider();
  const args = [provider.origin, "/api/v1/ws", "/stream", "/market/stream"];
  const { url, stop } = await startServer("test/bench/boundary/bare_relay.ts", { args });
  await provider.opened(SOCKETS - 1);
  const client = await connect(url);
  return {
    provider,
    client,
    leadUp: async (atSec) => {
      const frames = framesBefore(atSec);
      const relayed = client.next(frames.length);
      provider.send(frames);
      await relayed;
    },
    framesThen: (_, sent) => sent.length,
    stop,
  };
}

async function measure(
  listeners: readonly [ours: Listener, reference: Listener],
  occasion: Occasion,
  isQuick: boolean,
): Promise<ReadonlyArray<Finding>> {
  const [warmUp, size] = isQuick
    ? [QUICK_WARM_UP_MIDNIGHTS, occasion.quickTimesABatch]
    : [WARM_UP_MIDNIGHTS, occasion.timesABatch];
  /** The times of a batch of midnights, of both. */
  const batches = Array.from({ length: BATCHES }, () => listeners.map((): Array<number> => []));
  for (let number = -warmUp; number < BATCHES * size; number++) {
    const atSec = FIRST_MIDNIGHT_SEC + (warmUp + number) * STEP_SEC + occasion.afterSec;
    const inTurn = [...listeners.entries()];
    for (const [which, listener] of number % 2 === 0 ? inTurn : inTurn.toReversed()) {
      const tookMs = await open(listener, occasion, atSec);
      batches[Math.floor(number / size)]?.[which]?.push(...tookMs);
    }
  }
  return ([50, 99] as const).map((percent) => {
    const timesOf = (which: number) =>
      percentilesOf(batches.map((batch) => batch[which] ?? []), percent);
    return compare(NAME, {
      unit: "ms",
      aim: percent === 99 ? { beyond: occasion.aimMs } : undefined,
      ours: { what: `${occasion.what}, p${percent}`, ...timesOf(0) },
      reference: { what: "a bare relay", ...timesOf(1) },
    });
  });
}

/** Opens windows, and returns the time from each provider's frame to the client's. */
async function open(
  { provider, client, leadUp, framesThen }: Listener,
  occasion: Occasion,
  atSec: number,
): Promise<ReadonlyArray<number>> {
  await leadUp(atSec);
  const frames = framesAt(atSec).filter(occasion.sends);
  const arriving = client.next(framesThen(occasion, frames));
  const sentAtMs = provider.send(frames);
  return (await arriving).map(({ text, atMs }) => {
    const sentMs = sentAtMs.get(keyOfClientFrame(text));
    if (sentMs === undefined) throw new Error(`Nobody sent the frame of ${text.slice(0, 100)}`);
    return atMs - sentMs;
  });
}

/** Our own frames name the provider and the asset; the reference forwards the provider's. */
function keyOfClientFrame(text: string): PriceKey {
  const { provider, asset } = JSON.parse(text) as {
    readonly provider?: string;
    readonly asset?: string;
  };
  return provider === undefined ? keyOfFrame(text) : `${provider}:${asset}` as PriceKey;
}
