/**
 * A change of an order book, from the venue's frame to the quote of a client that follows the
 * window, compared with a bare relay of the same frames.
 *
 * Quotes of a window are ten a second at most, so what is measured is the first change after a
 * tenth of a second without a quote, which is to be told at once.
 *
 * @module
 */
import { StreamClient } from "../../stage/stream_client.ts";
import { makeFolder } from "../../temporary_folder.ts";
import { type Benchmark, compare, percentilesOf } from "../benchmark.ts";
import { startRealService, startServer } from "../child.ts";
import { MarketSocket, type TokenPair } from "./market_socket.ts";
import { tokensIn } from "./window_tokens.ts";

const NAME = "quotes";
const BATCHES = 5;
const CHANGES_A_BATCH = 200;
const WARM_UP_CHANGES = 150;
const QUICK_CHANGES_A_BATCH = 30;
const QUICK_WARM_UP_CHANGES = 30;
/** How long no quote has come before a change: longer than quotes of a window keep apart. */
const QUIET_MS = 120;
const P99_MS_MAX = 5;
/** Sizes of the best bid, each another. */
const FIRST_SIZE = 1_000;

/** A process between a venue and a client, both of which are here. */
interface Listener {
  /** Sends a change as soon as it is to be told at once. Returns how long it took, in ms. */
  readonly change: (size: number) => Promise<number>;
  readonly stop: () => Promise<void>;
}

/** The benchmark. */
export const quotes: Benchmark = {
  name: NAME,
  about: "a change of a book after a tenth of a second's quiet, from the venue's frame to a client",
  run: async ({ isQuick }) => {
    const [warmUp, size] = isQuick
      ? [QUICK_WARM_UP_CHANGES, QUICK_CHANGES_A_BATCH]
      : [WARM_UP_CHANGES, CHANGES_A_BATCH];
    const listeners = [await startOurs(), await startReference()];
    /** The times of a batch of changes, of both. */
    const batches = Array.from({ length: BATCHES }, () => listeners.map((): Array<number> => []));
    try {
      for (let number = -warmUp; number < BATCHES * size; number++) {
        const inTurn = [...listeners.entries()];
        for (const [which, { change }] of number % 2 === 0 ? inTurn : inTurn.toReversed()) {
          const tookMs = await change(FIRST_SIZE + warmUp + number);
          batches[Math.floor(number / size)]?.[which]?.push(tookMs);
        }
      }
    } finally {
      for (const { stop } of listeners) await stop();
    }
    return ([50, 99] as const).map((percent) => {
      const timesOf = (which: number) =>
        percentilesOf(batches.map((batch) => batch[which] ?? []), percent);
      return compare(NAME, {
        unit: "ms",
        aim: percent === 99 ? { value: P99_MS_MAX } : undefined,
        ours: { what: `a book's change, p${percent}`, ...timesOf(0) },
        reference: { what: "a bare relay", ...timesOf(1) },
      });
    });
  },
};

async function startOurs(): Promise<Listener> {
  const folder = makeFolder();
  const venue = new MarketSocket();
  const service = await startRealService(folder.path, { POLYMARKET_CLOB_URL: venue.origin });
  const opened = Promise.withResolvers<TokenPair>();
  const client = await connect(service.url, (text) => {
    const tokens = text.includes(`"phase":"open"`) ? tokensIn(text) : undefined;
    if (tokens !== undefined) opened.resolve(tokens);
  });
  client.send({ op: "subscribe", channel: "windows", assets: ["btc"], intervals: ["15min"] });
  const tokens = await opened.promise;
  await venue.followed(tokens);
  return {
    change: async (size) => {
      await client.quiet();
      const arrival = client.arrival(`"bid_size":${size},`);
      const sentMs = venue.change(tokens, size);
      return await arrival - sentMs;
    },
    stop: async () => {
      client.close();
      await service.stop();
      await venue.stop();
      folder.remove();
    },
  };
}

async function startReference(): Promise<Listener> {
  const venue = new MarketSocket();
  const args = [venue.origin, "/ws/market"];
  const { url, stop } = await startServer("test/bench/boundary/bare_relay.ts", { args });
  await venue.followed([]);
  const client = await connect(url, () => {});
  const subscribed = client.arrival("subscribed");
  client.send({});
  await subscribed;
  return {
    change: async (size) => {
      await client.quiet();
      const arrival = client.arrival(`"size":"${size}"`);
      const sentMs = venue.change(["1", "2"], size);
      return await arrival - sentMs;
    },
    stop: async () => {
      client.close();
      await stop();
      await venue.stop();
    },
  };
}

/** Connects, and notes when frames come. */
async function connect(url: string, onFrame: (text: string) => void) {
  let lastMs = -Infinity;
  let awaited = { part: "", resolve: (_: number) => {} };
  const client = new StreamClient(url, {
    onFrame: (text) => {
      lastMs = performance.now();
      if (awaited.part !== "" && text.includes(awaited.part)) awaited.resolve(lastMs);
      onFrame(text);
    },
  });
  await client.opened;
  return {
    send: (message: unknown) => client.send(message),
    close: () => client.close(),
    /** Waits until no frame has come for so long. */
    quiet: async () => {
      for (let leftMs = 1; leftMs > 0; leftMs = lastMs + QUIET_MS - performance.now()) {
        await Bun.sleep(leftMs);
      }
    },
    /** When the next frame comes that has this part. */
    arrival: (part: string) => {
      const { promise, resolve } = Promise.withResolvers<number>();
      awaited = { part, resolve };
      return promise;
    },
  };
}
