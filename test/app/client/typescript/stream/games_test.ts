import { afterEach, describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { CheckKey } from "../../../../../adapters/http/edge/limit/key_check.ts";
import {
  connect,
  type GamesEvent,
  StreamRejected,
} from "../../../../../app/client/typescript/mod.ts";
import { LEAGUE_FACTS, type LeagueCode } from "../../../../../core/game/mod.ts";
import { gameRecord } from "../../../../core/game/listing/arbitrary_listing.ts";
import { keyedServer } from "../../../../http/account/keyed_server.ts";
import { startStreamServer } from "../../../../http/stream/stream_server.ts";
import { layCable } from "../../cable.ts";
import { recordSockets } from "./recorded_socket.ts";
import { collect } from "./scripted_server.ts";
import { turn, until } from "../../../../until.ts";

const TIMING = { firstRetryMs: 2, retryMsMax: 20, connectTimeoutMs: 1_000 };
const KEY = "sk_live_any";
const checkKey: CheckKey = (key) =>
  key === KEY
    ? ({ key: { scopes: ["read"] } }) as never
    : { status: 401, error: "Cannot use this key", hint: "Send another" };
const LEAGUES = ["epl", "ucl", "nba"] as const;

const ends: Array<() => unknown> = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** Two replicas over one store, and a cable that leads to one or the other. */
async function startReplicas() {
  const first = await startStreamServer({ checkKey });
  const second = await startStreamServer({ checkKey, gameStore: first.games });
  const servers = [first, second];
  let at = 0;
  const cable = await layCable(() => servers[at]?.port ?? 0);
  const stream = connect(cable.url, { timing: TIMING });
  ends.push(() => first.stop(), () => second.stop(), () => cable.close(), () => stream.close());
  return { servers, first, second, cable, stream, lead: (to: number) => void (at = to) };
}

const replica = fc.nat({ max: 1 });
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      step: fc.constant("write" as const),
      games: fc.array(gameRecord, { maxLength: 4 }),
      replica,
    }),
  },
  { weight: 2, arbitrary: fc.record({ step: fc.constant("refresh" as const), replica }) },
  { weight: 2, arbitrary: fc.record({ step: fc.constant("cut" as const), replica }) },
  {
    weight: 2,
    arbitrary: fc.record({ step: fc.constant("cut_after" as const), bytes: fc.nat(4_000) }),
  },
  { weight: 2, arbitrary: fc.record({ step: fc.constant("rest" as const), turns: fc.nat(8) }) },
);

/** The seqs of each topic ascend, so that nothing arrives twice. */
function areInOrder(received: ReadonlyArray<GamesEvent>): boolean {
  const last = new Map<string, number>();
  return received.every((event) => {
    if (event.type !== "game") return true;
    const before = last.get(event.topic) ?? 0;
    last.set(event.topic, event.seq);
    return event.seq > before;
  });
}

describe("a loop of games", () => {
  test("keeps a list of games current across broken connections", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(gameRecord, { maxLength: 5 }),
        fc.array(step, { minLength: 3, maxLength: 25 }),
        async (early, steps) => {
          const { servers, first, second, cable, stream, lead } = await startReplicas();
          await first.writeGames(early);
          for (const server of servers) await server.refreshGames();
          const { received } = collect(stream.games({ key: KEY, leagues: LEAGUES }));
          await until(() => received.length > 0);
          // The replica that is asked is not behind.
          const list = await second.refreshGames();
          for (const one of steps) {
            if (one.step === "write") await first.writeGames(one.games);
            if (one.step === "write" || one.step === "refresh") {
              await servers[one.replica]?.refreshGames();
            }
            if (one.step === "cut") {
              lead(one.replica);
              cable.cut();
            }
            if (one.step === "cut_after") cable.cutAfter(one.bytes);
            for (let n = 0; one.step === "rest" && n < one.turns; n++) await turn();
          }
          for (const server of servers) await server.refreshGames();
          const final = second.gameReadModel.current()?.rows.records ?? [];
          const known = () => {
            const byId = new Map<string, unknown>(
              list.rows.records.map(({ game }) => [game.id, [game.status, game.league]]),
            );
            // A game that changes its league appears in two topics, which have no common order.
            const changes = received.filter((event) => event.type === "game");
            for (const event of changes.toSorted((a, b) => a.seq - b.seq)) {
              byId.set(event.game.id, [event.game.status, event.game.league]);
            }
            return [...byId].sort();
          };
          const wanted = final.map(({ game }) => [game.id, [game.status, game.league]]).sort();
          await until(() => Bun.deepEquals(known(), wanted));
          expect(areInOrder(received as ReadonlyArray<GamesEvent>)).toBe(true);
          expect(received.filter(({ type }) => type === "start")).toHaveLength(1);
          expect(received[0]).toMatchObject({ type: "start" });
          for (const end of ends.splice(0).toReversed()) await end();
        },
      ),
      { numRuns: 12 },
    );
  }, 300_000);

  test("resumes after a given seq without a start event, and yields complete games", async () => {
    const { first, stream } = await startReplicas();
    const [record] = fc.sample(gameRecord, 1);
    if (record === undefined) throw new Error("no game");
    await first.writeGames([record]);
    await first.refreshGames();
    const { received } = collect(stream.games({ key: KEY, since: 0 }));
    await until(() => received.length > 0);
    const { league, id, home } = record.game;
    expect(received).toMatchObject([{
      type: "game",
      topic: `games:${league}`,
      seq: 100_001,
      game: { id, league, sport: sportOf(league), home: { name: home.name } },
    }]);
  });

  test("waits while the service has not loaded its games yet", async () => {
    const { first, stream } = await startReplicas();
    const codes: Array<unknown> = [];
    ends.push(recordSockets((frame) => void codes.push(frame["code"])));
    const { received } = collect(stream.games({ key: KEY, leagues: ["nba"] }));
    await until(() => codes.includes("unavailable"));
    expect(received).toEqual([]);
    await first.refreshGames();
    await until(() => received.length > 0);
    expect(received).toEqual([{ type: "start", topics: ["games:nba"], seq: 0 }] as never);
  });

  test("throws when its key is refused", async () => {
    const { first, stream } = await startReplicas();
    await first.refreshGames();
    const loop = collect(stream.games({ key: "sk_live_other", leagues: ["nba"] }));
    await loop.over;
    expect(loop.error()).toBeInstanceOf(StreamRejected);
    const keys = await keyedServer();
    const server = await startStreamServer({ checkKey: keys.checkKey });
    await server.refreshGames();
    const { text } = await keys.issue(["trade"]);
    const other = connect(server.url, { timing: TIMING });
    ends.push(() => server.stop(), () => other.close());
    const refused = collect(other.games({ key: text }));
    await refused.over;
    expect(refused.error()).toMatchObject({ code: "forbidden" });
    expect(String(refused.error())).not.toContain(text);
  });

  test("shares a connection with loops over other leagues and channels", async () => {
    const { servers, cable, stream } = await startReplicas();
    for (const server of servers) await server.refreshGames();
    const loops = [
      collect(stream.games({ key: KEY, leagues: ["nba"] })),
      collect(stream.games({ key: KEY, leagues: ["nhl"] })),
    ];
    collect(stream.targets({ assets: ["btc"] }));
    for (const { received } of loops) await until(() => received.length > 0);
    expect(cable.count()).toBe(1);
    collect(stream.games({ key: KEY }));
    await until(() => cable.count() === 2);
  });
});

function sportOf(league: LeagueCode): string {
  return LEAGUE_FACTS[league].sport;
}
