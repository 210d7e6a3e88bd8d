import { afterEach, describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { CheckKey } from "../../../../../adapters/http/edge/key_check.ts";
import {
  connect,
  StreamRejected,
  type StreamState,
} from "../../../../../app/client/typescript/mod.ts";
import { type GameRecord, LEAGUE_FACTS, type LeagueCode } from "../../../../../core/game/mod.ts";
import { gameRecord } from "../../../../core/game/listing/arbitrary_listing.ts";
import { keyedServer } from "../../../../http/account/keyed_server.ts";
import { startStreamServer } from "../../../../http/stream/stream_server.ts";
import { layCable } from "../../cable.ts";
import { collect } from "./scripted_server.ts";
import { until } from "../../../../until.ts";

const TIMING = { firstRetryMs: 2, retryMsMax: 20, connectTimeoutMs: 1_000 };
const KEY = "sk_live_any";
const checkKey: CheckKey = (key) =>
  key === KEY
    ? ({ key: { scopes: ["read"] } }) as never
    : { status: 401, error: "Cannot use this key", hint: "Send another" };

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
  const states: Array<StreamState> = [];
  const stream = connect(cable.url, { timing: TIMING, onState: (state) => states.push(state) });
  ends.push(() => first.stop(), () => second.stop(), () => cable.close(), () => stream.close());
  return { servers, first, second, cable, stream, states, lead: (to: number) => void (at = to) };
}

const idOf = ({ game }: GameRecord) => game.id;

describe("a loop of games", () => {
  test("a loop over games gets each change once, from whichever replica it comes to", async () => {
    const { servers, first, second, cable, stream, lead } = await startReplicas();
    const listed = gameRecord.filter(({ game }) => game.league === "nba" && !game.supersedes);
    const pair = fc.uniqueArray(listed, { minLength: 2, maxLength: 2, selector: idOf });
    const [[one, other] = []] = fc.sample(pair, 1);
    if (one === undefined || other === undefined) throw new Error("no games");
    for (const server of servers) await server.refreshGames();
    const { received } = collect(stream.games({ key: KEY, leagues: ["nba"] }));
    const gamesOf = () => received.flatMap((event) => event.type === "game" ? [event.game.id] : []);
    await until(() => received.length === 1);
    await first.writeGames([one]);
    await first.refreshGames();
    await until(() => gamesOf().length === 1);
    // It is told of a change that neither replica has read yet, by the one that reads it.
    await first.writeGames([other]);
    lead(1);
    cable.cut();
    await until(() => cable.count() === 2);
    await second.refreshGames();
    await until(() => gamesOf().length === 2);
    expect(gamesOf()).toEqual([idOf(one), idOf(other)]);
    expect(received.map(({ type }) => type)).toEqual(["start", "game", "game"]);
  });

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
    const { first, stream, states } = await startReplicas();
    const { received } = collect(stream.games({ key: KEY, leagues: ["nba"] }));
    await until(() => states.some(({ state }) => state === "reconnecting"));
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
