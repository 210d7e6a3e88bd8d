/**
 * Clients of the stream that come and go, some without a word, and some that do not read.
 *
 * @module
 */
import { ASSETS, INTERVALS } from "../../../core/market/mod.ts";
import { openDeafClient } from "../../stage/deaf_client.ts";
import { Chance } from "../../stage/chance.ts";
import { StreamClient } from "../../stage/stream_client.ts";
import { type LoadOptions, pause, type Target } from "./load.ts";
import { addressOf } from "./soak_request.ts";

const VISITORS = 24;
const STAY_MS_MAX = 20_000;
/** Shares of visitors that leave without a closing frame, and that never read. */
const BREAK_SHARE = 0.3;
const DEAF_SHARE = 0.1;

/** Keeps some clients connected, each for a while. */
export async function visitStreams(target: Target, options: LoadOptions): Promise<void> {
  await Promise.all(
    Array.from({ length: VISITORS }, async (_, number) => {
      const chance = new Chance(options.seed, 1_000 + number);
      while (!options.signal.aborted) {
        const visit = chance.is(DEAF_SHARE) ? deafVisit : listeningVisit;
        await visit(target, { chance, ...options });
        await pause(chance.within(0, 1_000), options.signal);
      }
    }),
  );
}

interface VisitOptions extends LoadOptions {
  readonly chance: Chance;
}

async function listeningVisit(target: Target, options: VisitOptions): Promise<void> {
  const { chance, counts, signal } = options;
  const headers = { "x-forwarded-for": addressOf(chance) };
  const client = new StreamClient(target.url, { headers, onFrame: () => void counts.frames++ });
  if (!await client.opened) return void counts.errors++;
  counts.streams++;
  for (const frame of subscriptions(target, chance)) client.send(frame);
  const isOver = new AbortController();
  void client.ended.then(() => isOver.abort());
  await pause(chance.within(0, STAY_MS_MAX), AbortSignal.any([signal, isOver.signal]));
  if (chance.is(BREAK_SHARE)) client.terminate();
  else client.close();
  await Promise.race([client.ended, Bun.sleep(2_000)]);
}

/** Subscribes and reads nothing: the service has to keep or drop what it sends. */
async function deafVisit(target: Target, options: VisitOptions): Promise<void> {
  const { chance, counts, signal } = options;
  const who = { forwardedFor: addressOf(chance), messages: subscriptions(target, chance) };
  const leave = await openDeafClient(target.url, who).catch(() => undefined);
  if (leave === undefined) return void counts.errors++;
  counts.streams++;
  await pause(chance.within(0, STAY_MS_MAX), signal);
  leave();
}

function subscriptions({ apiKey, nowSec }: Target, chance: Chance): ReadonlyArray<object> {
  const since = chance.is(0.3) ? { since: nowSec() - chance.within(0, 20_000) } : {};
  const frames = [
    { op: "subscribe", channel: "targets", ...since },
    {
      op: "subscribe",
      channel: "targets",
      assets: [chance.pick(ASSETS)],
      intervals: [chance.pick(INTERVALS)],
    },
    { op: "subscribe", channel: "twap", windows: [60] },
    { op: "subscribe", channel: "games", key: apiKey },
    { op: "unsubscribe", channel: "twap", assets: ["btc"], windows: [60] },
    { op: "ping", id: chance.within(0, 1_000) },
  ];
  const count = 1 + chance.within(0, frames.length);
  return frames.slice(0, count).map((frame, at) => ({ id: at + 1, ...frame }));
}
