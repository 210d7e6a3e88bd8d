import { expect, test } from "bun:test";
import { Option } from "effect";
import { readNews } from "../../../adapters/redis/fleet.ts";
import { makeNewsWriter } from "../../../adapters/redis/news_writer.ts";
import { turn, until } from "../../until.ts";

/** More than wait at once. */
const ITEMS = 5_100;
/** The items of a batch follow its keys and options. */
const FIRST_ITEM = 8;

test("items that waited too long for Redis are missed, which listeners learn first", async () => {
  let isAway = true;
  const added: Array<string> = [];
  const writer = makeNewsWriter({
    connection: {
      send: (_command, parameters) => {
        if (isAway) return Promise.reject(new Error("away"));
        added.push(...parameters.slice(FIRST_ITEM));
        return Promise.resolve(1);
      },
    },
    writer: "one",
    streamKey: (channel) => channel,
    leaseKey: (lease) => lease,
    refused: () => {},
  });
  for (let revision = 1; revision <= ITEMS; revision++) {
    writer.write({ channel: "games", text: `{"revision":${revision}}`, lease: undefined });
  }
  isAway = false;
  await until(() => added.includes(`{"revision":${ITEMS}}`));
  writer.close();
  const [first = "", ...rest] = added;
  expect(Option.isNone(readNews(first))).toBe(true);
  expect(rest.length).toBeLessThan(ITEMS);
  expect(rest).toEqual(
    rest.map((_, at) => `{"revision":${ITEMS - rest.length + 1 + at}}`),
  );
});

test("an item that comes when the last one has just been added waits for no other", async () => {
  for (let microtasks = 0; microtasks < 20; microtasks++) {
    const added: Array<string> = [];
    const adding = Promise.withResolvers<number>();
    const writer = makeNewsWriter({
      connection: {
        send: (_command, parameters) => {
          added.push(...parameters.slice(FIRST_ITEM));
          return adding.promise;
        },
      },
      writer: "one",
      streamKey: (channel) => channel,
      leaseKey: (lease) => lease,
      refused: () => {},
    });
    writer.write({ channel: "games", text: "first", lease: undefined });
    await turn();
    adding.resolve(1);
    for (let left = microtasks; left > 0; left--) await Promise.resolve();
    writer.write({ channel: "games", text: "second", lease: undefined });
    await turn();
    expect(added).toEqual(["first", "second"]);
    writer.close();
  }
});
