/**
 * Clients of the stream that come and go, some without a word, and some that do not read.
 *
 * @module
 */
import { connect as connectSocket } from "node:net";
import { ASSETS, INTERVALS } from "../../core/market/mod.ts";
import { Random } from "../fuzz/random.ts";
import { handshake, textFrame } from "../bench/stream/client_bytes.ts";
import type { LoadOptions } from "./load_options.ts";
import { pause } from "./pause.ts";
import { addressOf } from "./soak_request.ts";
import type { Target } from "./target.ts";

const VISITORS = 24;
const STAY_MS_MAX = 20_000;
/** Shares of visitors that leave without a closing frame, and that never read. */
const BREAK_SHARE = 0.3;
const DEAF_SHARE = 0.1;

/** Keeps some clients connected, each for a while. */
export async function visitStreams(target: Target, options: LoadOptions): Promise<void> {
  await Promise.all(
    Array.from({ length: VISITORS }, async (_, number) => {
      const random = new Random(options.seed, 1_000 + number);
      while (!options.signal.aborted) {
        const visit = random.chance(DEAF_SHARE) ? deafVisit : listeningVisit;
        await visit(target, { random, ...options });
        await pause(random.below(1_000), options.signal);
      }
    }),
  );
}

interface VisitOptions extends LoadOptions {
  readonly random: Random;
}

async function listeningVisit(target: Target, options: VisitOptions): Promise<void> {
  const { random, counts, signal } = options;
  const headers = { "x-forwarded-for": addressOf(random) };
  const socket = new WebSocket(streamUrl(target), { headers } as never);
  const closed = Promise.withResolvers<void>();
  const isOver = new AbortController();
  socket.onopen = () => {
    counts.streams++;
    for (const frame of subscriptions(target, random)) socket.send(frame);
  };
  socket.onmessage = () => void counts.frames++;
  socket.onerror = () => void counts.errors++;
  socket.onclose = () => {
    isOver.abort();
    closed.resolve();
  };
  await pause(random.below(STAY_MS_MAX), AbortSignal.any([signal, isOver.signal]));
  if (random.chance(BREAK_SHARE)) socket.terminate();
  else socket.close();
  await Promise.race([closed.promise, Bun.sleep(2_000)]);
}

/** Subscribes to everything and reads nothing: the service has to keep or drop what it sends. */
async function deafVisit(target: Target, options: VisitOptions): Promise<void> {
  const { random, counts, signal } = options;
  const { hostname, port } = new URL(target.url);
  const socket = connectSocket({ host: hostname, port: Number(port) });
  socket.on("error", () => void counts.errors++);
  socket.write(handshake(`${hostname}:${port}`, addressOf(random)));
  for (const frame of subscriptions(target, random)) socket.write(textFrame(frame));
  socket.pause();
  counts.streams++;
  await pause(random.below(STAY_MS_MAX), signal);
  socket.destroy();
}

function streamUrl({ url }: Target): string {
  return `${url.replace(/^http/, "ws")}/api/v1/stream`;
}

function subscriptions({ apiKey, nowSec }: Target, random: Random): ReadonlyArray<string> {
  const since = random.chance(0.3) ? { since: nowSec() - random.below(20_000) } : {};
  const frames = [
    { op: "subscribe", channel: "targets", ...since },
    {
      op: "subscribe",
      channel: "targets",
      assets: [random.pick(ASSETS)],
      intervals: [random.pick(INTERVALS)],
    },
    { op: "subscribe", channel: "twap", windows: [60] },
    { op: "subscribe", channel: "games", key: apiKey },
    { op: "unsubscribe", channel: "twap", assets: ["btc"], windows: [60] },
    { op: "ping", id: random.below(1_000) },
  ];
  const count = 1 + random.below(frames.length);
  return frames.slice(0, count).map((frame, at) => JSON.stringify({ id: at + 1, ...frame }));
}
