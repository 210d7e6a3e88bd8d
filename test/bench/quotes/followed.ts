/**
 * What followed windows take of a processor: a service with a client that follows all of them,
 * beside one in the same world of whom nobody asks for any.
 *
 * Before midnight all 35 series end a window together, so that 70 are followed: those that are
 * open, and those after them. The simulated world is at its busiest then: every second it
 * changes both books of each market. No source says how busy the venue's socket gets; so many
 * changes are measured too that each of the 70 books changes 14 times a second.
 *
 * @module
 */
import { TARGET_SERIES } from "../../../core/stream/mod.ts";
import { metricIn } from "../../metrics_text.ts";
import { openGround } from "../../stage/process_ground.ts";
import type { ServiceProcess } from "../../stage/service_process.ts";
import { StreamClient } from "../../stage/stream_client.ts";
import { type Benchmark, compare, type Finding, type Rounds } from "../benchmark.ts";
import { MarketSocket, type TokenPair } from "./market_socket.ts";
import { tokensIn } from "./window_tokens.ts";

const NAME = "followed";
const SEED = 20_261_125;
const MIDNIGHT_MS = Date.parse("2026-11-21T00:00:00Z");
/** Services have started, and have made their first readings, when the next windows are listed. */
const LEAD_MS = 110_000;
const ROUND_MS = 5_000;
/** The next windows are listed a minute before. */
const ROUNDS = 9;
/** What is left of that minute after the rounds. */
const SPARE_MS = 5_000;
const QUICK_ROUNDS = 3;
const WINDOWS = 2 * TARGET_SERIES.length;
/** A tenth of a core. */
const BEYOND_MS = 100;
const BURST_EVERY_MS = 10;
const BURST = 10;

/** Who changes the books. */
interface Scene {
  readonly what: string;
  /** Left out: the world's own venue does. */
  readonly venue?: () => MarketSocket;
}

const SCENES: ReadonlyArray<Scene> = [
  { what: "each changed once a second" },
  {
    what: `${BURST * 1_000 / BURST_EVERY_MS} changes a second`,
    venue: () => new MarketSocket(),
  },
];

/** The benchmark. */
export const followed: Benchmark = {
  name: NAME,
  about: `processor time of ${WINDOWS} followed windows, beside a service without`,
  run: async ({ isQuick }) => {
    const findings: Array<Finding> = [];
    for (const scene of SCENES) {
      const { ours, reference } = await measure(scene, isQuick ? QUICK_ROUNDS : ROUNDS);
      findings.push(compare(NAME, {
        unit: "ms a second",
        aim: scene.venue === undefined ? { beyond: BEYOND_MS } : undefined,
        ours: { what: `${WINDOWS} followed windows, ${scene.what}`, ...meanOf(ours) },
        reference: { what: "none", ...meanOf(reference) },
      }));
    }
    return findings;
  },
};

/** What happens once in several rounds counts as often as it happens. */
function meanOf(values: ReadonlyArray<number>): Pick<Rounds, "values" | "together"> {
  return { values, together: values.reduce((sum, value) => sum + value, 0) / values.length };
}

async function measure({ venue: makeVenue }: Scene, rounds: number) {
  const venue = makeVenue?.();
  const { clock, services, stop } = await openGround({
    startIso: new Date(MIDNIGHT_MS - LEAD_MS).toISOString(),
    speed: 1,
    seed: SEED,
    services: 2,
    settings: () => ({
      ...{ LEAGUES: "wsl", LOG_LEVEL: "warn" },
      ...(venue === undefined ? {} : { POLYMARKET_CLOB_URL: venue.origin }),
    }),
  });
  const [ours, reference] = services as [ServiceProcess, ServiceProcess];
  const pairs = new Map<string, TokenPair>();
  const client = new StreamClient(ours.url, {
    onFrame: (text) => {
      const tokens = text.includes(`"type":"window"`) ? tokensIn(text) : undefined;
      if (tokens !== undefined) pairs.set(tokens[0], tokens);
    },
  });
  let changes = 0;
  const changing = setInterval(() => {
    if (venue === undefined || pairs.size < WINDOWS) return;
    const all = [...pairs.values()];
    for (let at = 0; at < BURST; at += 1) {
      changes += 1;
      venue.change(all[changes % all.length]!, changes);
    }
  }, BURST_EVERY_MS);
  const spent = { ours: [] as Array<number>, reference: [] as Array<number> };
  try {
    await client.opened;
    client.send({ op: "subscribe", channel: "windows" });
    const lastMs = MIDNIGHT_MS - rounds * ROUND_MS - SPARE_MS;
    while (pairs.size < WINDOWS && clock.nowMs() < lastMs) await Bun.sleep(100);
    if (pairs.size < WINDOWS) throw new Error(`Only ${pairs.size} windows are listed`);
    await venue?.followed([...pairs.values()].flat());
    for (let round = 0; round < rounds; round += 1) {
      const before = [await processorSec(ours), await processorSec(reference)] as const;
      await Bun.sleep(ROUND_MS);
      spent.ours.push((await processorSec(ours) - before[0]) * 1e6 / ROUND_MS);
      spent.reference.push((await processorSec(reference) - before[1]) * 1e6 / ROUND_MS);
    }
    return spent;
  } finally {
    clearInterval(changing);
    client.close();
    await stop();
    await venue?.stop();
  }
}

async function processorSec({ url }: ServiceProcess): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return metricIn(text, "process_cpu_seconds_total");
}
