/**
 * The fleet of the replicas that share a store and a Redis server.
 *
 * @module
 */
import { Effect, Layer, Option, Redacted, Schedule } from "effect";
import { Leases } from "../../core/port/leases.ts";
import { News, type NewsChannel, type NewsItem, type ReceivedNews } from "../../core/port/news.ts";
import { FleetCalls, sleepMachineTime } from "../outbound/mod.ts";
import { connectToRedis, type RedisConnection } from "./connection.ts";
import { makeRedisFleetCalls } from "./fleet_calls.ts";
import { keepRedisLeases } from "./leases.ts";
import { READ_TIMEOUT_MS, startNewsReader } from "./news_reader.ts";
import { makeNewsWriter } from "./news_writer.ts";

/** The server, and the fleet's name, which the replicas have in common. */
export interface RedisFleetOptions {
  readonly url: Redacted.Redacted<string>;
  readonly fleet: string;
  /** How many times faster the service's clock runs than the machine's. Default: 1. */
  readonly speed?: number;
}

/** A command without an answer by then is repeated. */
export const TIMEOUT_MS = 1_000;
/** So many prices are 100 kB: a slow network needs less than the time limit for them. */
const RECALL_PAGE = 250;
const RECALL_AGAIN_MS = 250;
const RECALLED_AGAIN_MAX = 3;
/** News are JSON in which exact integers and maps keep their type. */
const INTEGER = "$integer";
const MAP = "$map";

/** Provides leases, news and shared calls; an unreachable server is retried without end. */
export function layerRedisFleet(options: RedisFleetOptions): Layer.Layer<Leases | News> {
  return Layer.unwrap(
    Effect.map(openFleet(options), ({ leases, news, calls }) =>
      Layer.mergeAll(
        Layer.succeed(Leases, leases),
        Layer.succeed(News, news),
        Layer.succeed(FleetCalls, calls),
      )),
  );
}

const openFleet = Effect.fnUntraced(function* ({ url, fleet, speed = 1 }: RedisFleetOptions) {
  const ending = (end: () => void) => Effect.addFinalizer(() => Effect.sync(end));
  const replica = crypto.randomUUID();
  const connect = (timeoutMs: number) => connectToRedis({ url: Redacted.value(url), timeoutMs });
  const [connection, reading] = [connect(TIMEOUT_MS), connect(READ_TIMEOUT_MS)];
  yield* ending(() => [connection, reading].forEach(({ close }) => close()));
  const leaseKey = (lease: string) => fleetKey(fleet, `lease:${lease}`);
  const streamKey = (channel: NewsChannel) => fleetKey(fleet, `news:${channel}`);
  const { leases, lose } = yield* keepRedisLeases({ connection, holder: replica, keyOf: leaseKey });
  /** Work of which something was not published ends: whoever holds the lease next repeats it. */
  const refused = (lease: string) => {
    writer.forget(lease);
    lose(lease);
  };
  const writer = makeNewsWriter({ connection, writer: replica, streamKey, leaseKey, refused });
  yield* ending(writer.close);
  const listening = new Set<Parameters<News["Service"]["listen"]>>();
  const deliver = (channel: NewsChannel, received: ReceivedNews) => {
    for (const [wanted, listener] of listening) if (wanted === channel) listener(received);
  };
  const stopReading = startNewsReader({
    reading,
    streamKey,
    reader: replica,
    received: (channel, text) => {
      const item = Option.getOrUndefined(readNews(text));
      deliver(channel, item === undefined ? { missed: true } : { item });
    },
    missed: (channel) => deliver(channel, { missed: true }),
  });
  yield* ending(stopReading);
  return {
    leases,
    calls: makeRedisFleetCalls({
      connection,
      keyOf: (name) => fleetKey(fleet, name),
      isAlone: () => leases.state() === "alone",
      speed,
    }),
    news: {
      publish: (channel, item, lease) => {
        if (lease !== undefined && !leases.holds(lease)) return refused(lease);
        writer.write({ channel, text: writeNews(item), lease });
      },
      listen: (...wanted) =>
        Effect.asVoid(Effect.acquireRelease(
          Effect.sync(() => listening.add(wanted)),
          () => Effect.sync(() => listening.delete(wanted)),
        )),
      recall: (channel) => recall(connection, streamKey(channel)),
    } satisfies News["Service"],
  };
});

/** Entries of a stream. */
type StreamPage = ReadonlyArray<readonly [id: string, fields: ReadonlyArray<string>]>;

const readPage = (connection: RedisConnection, range: ReadonlyArray<string>) =>
  Effect.tryPromise(() => connection.send("XRANGE", range)).pipe(
    Effect.retry({
      times: RECALLED_AGAIN_MAX,
      schedule: Schedule.tap(Schedule.forever, () => sleepMachineTime(RECALL_AGAIN_MS)),
    }),
    Effect.orElseSucceed(() => []),
    Effect.map((page) => page as StreamPage),
  );

/** Reads a whole stream, by pages. */
const recall = Effect.fnUntraced(function* (connection: RedisConnection, key: string) {
  const texts: Array<string> = [];
  for (let from = "-";;) {
    const range = [key, from, "+", "COUNT", String(RECALL_PAGE)];
    const page = yield* readPage(connection, range);
    for (const [, [, , , text]] of page) if (text !== undefined) texts.push(text);
    const last = page.at(-1);
    if (last === undefined || page.length < RECALL_PAGE) break;
    from = `(${last[0]}`;
  }
  return texts.flatMap((text) => Option.toArray(readNews(text)));
});

/** The version of what is shared: replicas of different versions share nothing. */
const VERSION = 1;

/**
 * Returns a key of a fleet. All keys of a fleet are in one hash slot of a cluster, as some commands
 * need several of them.
 */
export function fleetKey(fleet: string, name: string): string {
  return `{strikeline:fleet:${fleet}}:${VERSION}:${name}`;
}

/** Writes an item. */
export function writeNews(item: NewsItem): string {
  return JSON.stringify(item, (_key, value: unknown) => {
    if (typeof value === "bigint") return { [INTEGER]: value.toString() };
    if (value instanceof Map) return { [MAP]: [...value] };
    return value;
  });
}

/** Reads an item that a replica of this version wrote; none for anything else. */
export function readNews(text: string): Option.Option<NewsItem> {
  try {
    const item = JSON.parse(text, (_key, value: unknown) => {
      if (typeof value !== "object" || value === null) return value;
      if (INTEGER in value) return BigInt(String(value[INTEGER]));
      if (MAP in value) return new Map(value[MAP] as Iterable<[unknown, unknown]>);
      return value;
    }) as NewsItem;
    return Option.some(item);
  } catch {
    return Option.none();
  }
}
