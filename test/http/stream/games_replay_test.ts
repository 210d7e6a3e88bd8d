import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { gameText, makeGameWriter } from "../../../adapters/http/game/game_text.ts";
import type { CheckKey } from "../../../adapters/http/edge/key_check.ts";
import { gameRecord } from "../../core/game/listing/arbitrary_listing.ts";
import { connectStream, type StreamClient } from "../../stage/stream_client.ts";
import { hastyStopwatch, startStreamServer } from "./stream_server.ts";

/** Every key is valid. */
const checkKey: CheckKey = () => ({ key: { scopes: ["read"] } }) as never;
const LEAGUES = ["epl", "ucl", "nba"];
const REPLICAS = 2;
const replica = fc.nat({ max: REPLICAS - 1 });
/** No game moves between leagues, as events of two topics have no common order. */
const gameOfOneLeague = gameRecord.map((record) => {
  const { id, league } = record.game;
  return { ...record, game: { ...record.game, id: `${id}:${league}` } };
});

/** What happens to two replicas over one store, and to a client that moves between them. */
const step = fc.oneof(
  fc.record({
    kind: fc.constant("write" as const),
    games: fc.array(gameOfOneLeague, { maxLength: 4 }),
    replica,
  }),
  fc.record({ kind: fc.constant("refresh" as const), replica }),
  fc.record({ kind: fc.constant("connect" as const), replica }),
  fc.record({ kind: fc.constant("cut" as const) }),
  // What comes may be read before the cut, or be lost with the connection.
  fc.record({ kind: fc.constant("round_trip" as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
type Bot = StreamClient;

/** A client that keeps the last number of each league, as documented. */
class Client {
  readonly received = new Map<string, unknown>();
  readonly keys: Array<string> = [];
  readonly #seqs = new Map<string, number>();
  #bot: Bot | undefined;
  #readTo = 0;

  async connect(url: string): Promise<void> {
    if (this.#bot !== undefined) return;
    this.#bot = await connectStream(url);
    this.#readTo = 0;
    for (const league of LEAGUES) {
      const since = this.#seqs.get(`games:${league}`);
      this.#bot.send({
        op: "subscribe",
        channel: "games",
        key: "any",
        leagues: [league],
        ...since === undefined ? {} : { since },
      });
    }
    await this.#bot.next("subscribed", LEAGUES.length);
    for (const { type, topics, seq } of this.#bot.frames) {
      const [topic] = type === "subscribed" ? topics as [string] : [undefined];
      if (topic !== undefined && !this.#seqs.has(topic)) this.#seqs.set(topic, Number(seq));
    }
  }

  read(): void {
    for (const { type, topic, seq, game } of this.#bot?.frames.slice(this.#readTo) ?? []) {
      if (type !== "game") continue;
      expect(Number(seq)).toBeGreaterThan(this.#seqs.get(String(topic)) ?? Infinity);
      this.#seqs.set(String(topic), Number(seq));
      const { id } = game as { id: string };
      this.keys.push(`${topic} ${id} ${seq}`);
      this.received.set(id, game);
    }
    this.#readTo = this.#bot?.frames.length ?? 0;
  }

  async roundTrip(): Promise<void> {
    await this.#bot?.roundTrip();
    this.read();
  }

  /** The greatest number it has of any league. */
  get head(): number {
    return Math.max(...this.#seqs.values());
  }

  async cut(): Promise<void> {
    this.read();
    this.#bot?.close();
    await this.#bot?.closed();
    this.#bot = undefined;
  }
}

async function follow(steps: ReadonlyArray<Step>): Promise<void> {
  const first = await startStreamServer({ checkKey, stopwatchMs: hastyStopwatch() });
  const second = await startStreamServer({
    checkKey,
    gameStore: first.games,
    stopwatchMs: hastyStopwatch(),
  });
  const servers = [first, second] as const;
  const serverOf = (replica: number) => servers[replica] ?? first;
  const client = new Client();
  for (const server of servers) await server.refreshGames();
  await client.connect(first.url);
  for (const one of steps) {
    if (one.kind === "write") {
      await first.writeGames(one.games);
      await serverOf(one.replica).refreshGames();
    }
    if (one.kind === "refresh") await serverOf(one.replica).refreshGames();
    if (one.kind === "connect") await client.connect(serverOf(one.replica).url);
    if (one.kind === "cut") await client.cut();
    if (one.kind === "round_trip") await client.roundTrip();
  }
  for (const server of servers) await server.refreshGames();
  await client.connect(second.url);
  await waitFor(client, second.gameReadModel.headSeq());
  const listing = first.gameReadModel.current();
  if (listing === undefined) throw new Error("no listing");
  const writeGame = makeGameWriter();
  const stored = listing.rows.records.map((record) => [
    record.game.id,
    JSON.parse(gameText(writeGame(listing, record, ["platforms", "coverage"]))),
  ]);
  try {
    expect(new Set(client.keys).size).toBe(client.keys.length);
    expect(valuesOf(client.received)).toEqual(valuesOf(new Map(stored as never)));
    for (const league of ["epl", "ucl", "nba"] as const) {
      const [ours, theirs] = servers.map(({ gameReadModel }) =>
        gameReadModel.changedAfter(league, 0).map(({ record, seq }) => [record.game.id, seq])
      );
      expect(ours).toEqual(theirs as never);
    }
  } finally {
    await client.cut();
    for (const server of servers) await server.stop();
  }
}

/** Games by id, without the scan times of platforms, the only part not published. */
function valuesOf(games: ReadonlyMap<string, unknown>): Readonly<Record<string, unknown>> {
  const looks: ReadonlySet<string> = new Set(["last_seen", "checked_at"]);
  const without = (name: string, value: unknown) => looks.has(name) ? undefined : value;
  return JSON.parse(JSON.stringify(Object.fromEntries(games), without));
}

/** Everything is published by then: the last write is of one of the leagues. */
async function waitFor(client: Client, head: number): Promise<void> {
  while (client.head < head) await client.roundTrip();
  await client.roundTrip();
  await client.roundTrip();
}

describe("a client that resumes after its last number", () => {
  test(
    "has every game as it was written last, received no event twice, on any replica",
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 25 }), follow),
        { numRuns: 25 },
      );
    },
    300_000,
  );

  test("has them by the same numbers from every replica, and after a restart", async () => {
    const [record] = fc.sample(gameRecord, 1);
    if (record === undefined) throw new Error("no game");
    const topic = `games:${record.game.league}`;
    const server = await startStreamServer({ checkKey, stopwatchMs: hastyStopwatch() });
    await server.writeGames([record]);
    const frames: Array<unknown> = [];
    const read = async (url: string) => {
      const bot = await connectStream(url);
      bot.send({ op: "subscribe", channel: "games", key: "any", since: 0 });
      await bot.next("game");
      frames.push(bot.of(topic));
      bot.close();
    };
    await server.refreshGames();
    await read(server.url);
    const restarted = await startStreamServer({ checkKey, gameStore: server.games });
    await restarted.refreshGames();
    await read(restarted.url);
    expect(frames[0]).toEqual(frames[1]);
    for (const one of [server, restarted]) await one.stop();
  });
});
