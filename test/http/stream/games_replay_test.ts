import { expect, test } from "bun:test";
import fc from "fast-check";
import type { CheckKey } from "../../../adapters/http/edge/limit/key_check.ts";
import { gameRecord } from "../../core/game/listing/arbitrary_listing.ts";
import { connectStream } from "../../stage/stream_client.ts";
import { hastyStopwatch, startStreamServer } from "./stream_server.ts";

/** Every key is valid. */
const checkKey: CheckKey = () => ({ key: { scopes: ["read"] } }) as never;

test("A client has games by the same numbers from every replica, and after a restart", async () => {
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
