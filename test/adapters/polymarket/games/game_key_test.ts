import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { gameIdOf, groupEvents } from "../../../../adapters/polymarket/games/game_key.ts";
import type { GammaGameEvent } from "../../../../adapters/polymarket/games/payload.ts";

const MAIN = "nfl-ind-kc-2026-09-21";
const main: GammaGameEvent = {
  id: "10",
  slug: MAIN,
  title: "Colts vs. Chiefs",
  startTime: "2026-09-21T00:20:00Z",
};
const more: GammaGameEvent = {
  id: "11",
  slug: `${MAIN}-more-markets`,
  title: "Colts vs. Chiefs - More Markets",
};
const grouped = (...events: ReadonlyArray<GammaGameEvent>) =>
  groupEvents(events).map(({ key, events }) => [key, events.map(({ id }) => id)]);

describe("groupEvents", () => {
  test("joins events with the venue's id of one game, whatever their other fields", () => {
    const other = { id: "12", slug: "x", gameId: "7", startTime: "2026-09-23T00:20:00Z" };
    expect(grouped({ ...more, gameId: 7 }, { ...main, gameId: 7 }, other))
      .toEqual([["game:7", ["10", "12", "11"]]]);
  });

  test("joins what continues the slug of a game, to its id where that has one", () => {
    expect(grouped(more, { ...main, gameId: 7 })).toEqual([["game:7", ["10", "11"]]]);
    expect(grouped(more, main)).toEqual([[`slug:${MAIN}`, ["10", "11"]]]);
  });

  test("calls a game by its main event's slug even where that is not there", () => {
    const props = { ...more, id: "12", slug: `${MAIN}-player-props` };
    expect(grouped(more, props)).toEqual([[`slug:${MAIN}`, ["11", "12"]]]);
  });

  test("does not join what begins at another time", () => {
    const late = { ...more, startTime: "2026-09-21T04:20:00Z" };
    expect(grouped(main, late)).toEqual([
      [`slug:${MAIN}`, ["10"]],
      [`slug:${MAIN}-more-markets`, ["11"]],
    ]);
    const same = { ...more, markets: [{ id: "1", gameStartTime: "2026-09-21 00:20:00+00" }] };
    expect(grouped(main, same)).toHaveLength(1);
  });

  test("does not join the second game of a day to the first", () => {
    const second = { id: "12", slug: `${MAIN}-game-2`, title: "Colts vs. Chiefs" };
    expect(grouped(main, second)).toEqual([
      [`slug:${MAIN}`, ["10"]],
      [`slug:${MAIN}-game-2`, ["12"]],
    ]);
  });

  test("joins what names another event as its parent, if both name the same sides", () => {
    const child = { id: "13", slug: "colts-chiefs-specials", parentEventId: 10 };
    expect(grouped(main, { ...child, title: "colts vs. chiefs - Specials" }))
      .toEqual([[`slug:${MAIN}`, ["10", "13"]]]);
    const evening = { id: "20", slug: "ufc-325", title: "UFC 325" };
    const fights = ["A vs. B", "C vs. D"].map((title, at) => ({
      id: String(21 + at),
      slug: `fight-${at}`,
      title,
      parentEventId: "20",
    }));
    expect(grouped(evening, ...fights)).toHaveLength(3);
    expect(grouped(main, { ...child, title: "Bears vs. Lions" })).toHaveLength(2);
  });

  test("knows an event by its id where it has no slug", () => {
    expect(groupEvents([{ id: 10 }, { id: 11, slug: "" }]).map(({ key }) => key))
      .toEqual(["slug:10", "slug:11"]);
  });
});

test("0 and nothing are no ids of games", () => {
  for (const gameId of [0, "0", "", " ", null, undefined]) {
    expect(gameIdOf({ id: "1", ...(gameId === undefined ? {} : { gameId }) })).toBeUndefined();
  }
  expect(gameIdOf({ id: "1", gameId: 19_484 })).toBe("19484");
});

/** Few slugs, ids and times, so that they collide. */
const events = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 1, max: 12 }).map(String),
    slug: fc.constantFrom(
      MAIN,
      `${MAIN}-more-markets`,
      `${MAIN}-game-2`,
      "nfl-bal-dal-2026-09-21",
      "odd",
    ),
    title: fc.constantFrom("Colts vs. Chiefs", "Ravens vs. Cowboys", "Winner"),
    gameId: fc.constantFrom(null, 7, "7", 8),
    parentEventId: fc.constantFrom(null, 1, 2),
    startTime: fc.constantFrom(null, "2026-09-21T00:20:00Z", "2026-09-21T04:20:00Z"),
  }),
  { selector: ({ id }) => id, maxLength: 8 },
);

test("every event is of one game, and ids of games are never mixed", () => {
  fc.assert(fc.property(events, (all) => {
    const groups = groupEvents(all);
    expect(groups.flatMap((group) => group.events.map(({ id }) => id)).toSorted())
      .toEqual(all.map(({ id }) => id).toSorted());
    expect(new Set(groups.map(({ key }) => key)).size).toBe(groups.length);
    for (const group of groups) {
      const ids = group.events.map(gameIdOf).filter((id) => id !== undefined);
      expect(new Set(ids).size).toBeLessThanOrEqual(1);
      if (ids.length > 0) expect(group.key).toBe(`game:${ids[0]}`);
    }
  }));
});

test("the order of listed events does not matter, as long as slugs are unique", () => {
  const unique = events.map((all) => [...new Map(all.map((each) => [each.slug, each])).values()]);
  fc.assert(fc.property(unique, fc.infiniteStream(fc.nat()), (all, noise) => {
    const shuffled = all.map((event) => ({ event, at: noise.next().value }))
      .sort((a, b) => a.at - b.at).map(({ event }) => event);
    const sorted = (listed: ReadonlyArray<GammaGameEvent>) =>
      groupEvents(listed).toSorted((a, b) => a.key < b.key ? -1 : 1);
    expect(sorted(shuffled)).toEqual(sorted(all));
  }));
});
