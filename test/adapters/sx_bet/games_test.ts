import { describe, expect, test } from "bun:test";
import { sharedPath, testWithShared } from "../../shared_data.ts";
import { market, readOf } from "./put_markets.ts";

describe("games", () => {
  test("markets of one fixture are one game, whatever their order", async () => {
    const markets = [market("0xb", { type: 28, line: 44.5 }), market("0xa")];
    const [forth, back] = [await readOf(markets), await readOf(markets.toReversed())];
    expect(forth).toEqual(back);
    expect(forth).toEqual({
      isComplete: true,
      unread: [],
      games: [{
        source: "sx_bet",
        key: "L18870109",
        league: "nfl",
        kickoff: { kind: "at", sec: 1_789_086_900 as never },
        home: { names: ["Los Angeles Rams"], codes: [] },
        away: { names: ["San Francisco 49ers"], codes: [] },
        isOpen: true,
        events: [{
          id: "L18870109",
          title: "Los Angeles Rams vs San Francisco 49ers",
          markets: ["0xa", "0xb"],
        }],
      }],
    });
  });

  testWithShared(["platforms/sxbet_market_nfl.json"], "a recorded market of the NFL", async () => {
    const recorded = await Bun.file(sharedPath("platforms/sxbet_market_nfl.json")).json();
    const { games: [game], unread } = await readOf([recorded.market]);
    expect(unread).toEqual([]);
    expect<unknown>(game).toMatchObject({
      key: "L18870109",
      // 49ers at Rams, 2026-09-11T00:35Z.
      kickoff: { kind: "at", sec: Date.parse("2026-09-11T00:35:00Z") / 1000 },
      home: { names: ["Los Angeles Rams"] },
      away: { names: ["San Francisco 49ers"] },
      events: [{
        markets: ["0x7154aa3580267e276cccd0f4f826464a05e3efd8e1c81d7717bef6b5ae88b07d"],
      }],
    });
  });

  test("the fixture may be written in another way", async () => {
    const odd = market("0x1", { sportXeventId: undefined, sportXEventId: "L5" });
    expect((await readOf([odd])).games).toMatchObject([{ key: "L5" }]);
  });

  test.each<[unknown, ReadonlyArray<unknown>]>([
    ["unknown", [0]],
    ["unknown", [null, undefined]],
    ["unknown", [0.5, -1]],
    ["unknown", [5]],
    ["unknown", [1_789_086_900.5]],
    ["unknown", [1_789_086_900, 1_789_090_500]],
    ["at", [1_789_086_900, 0, 1_789_086_900]],
  ])("the kickoff is %s where its markets say %j", async (kind, times) => {
    const markets = times.map((gameTime, at) => market(`0x${at}`, { gameTime }));
    expect((await readOf(markets)).games).toMatchObject([{ kickoff: { kind } }]);
  });

  test("the first team is the home side, whatever is said of how to show it", async () => {
    const { games } = await readOf([market("0x1", { homeTeamFirst: false })]);
    expect(games).toMatchObject([{ home: { names: ["Los Angeles Rams"] } }]);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ["a parlay", { legs: [market("0x7")] }, "it is a parlay"],
    ["a season's winner", { type: 274 }, "it is about a tournament"],
    ["no second team", { teamTwoName: null }, "it does not name two sides"],
    ["a blank team", { teamOneName: " " }, "it does not name two sides"],
    ["one team twice", { teamTwoName: "Los Angeles Rams" }, "it does not name two sides"],
    ["no fixture", { sportXeventId: "" }, "it names no fixture"],
    ["another form", { teamOneName: 7 }, "it has an unexpected format"],
  ])("%s is reported as unread, once", async (_, changes, why) => {
    const odd = { sportXeventId: "L2", ...changes };
    const markets = [market("0x1"), market("0x2", odd), market("0x2", odd)];
    const { games, unread, isComplete } = await readOf(markets);
    expect(games.map(({ key }) => key)).toEqual(["L18870109"]);
    expect(unread.map((one) => one.why)).toEqual([why]);
    expect(isComplete).toBe(why !== "it has an unexpected format");
  });

  test("a fixture whose markets name other sides is no game", async () => {
    const { games, unread, isComplete } = await readOf([
      market("0x1"),
      market("0x2", { teamOneName: "San Francisco 49ers", teamTwoName: "Los Angeles Rams" }),
    ]);
    expect(games).toEqual([]);
    expect(unread).toMatchObject([{ id: "L18870109", why: "its markets name different sides" }]);
    expect(isComplete).toBe(false);
  });
});
