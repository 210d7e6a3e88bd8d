import { describe, expect, test } from "bun:test";
import { Option } from "effect";
import {
  isFresh,
  type Stage,
  stageOfEvent,
  stageOfMarket,
} from "../../../../adapters/polymarket/gamma/answer_life.ts";
import type { Freshness } from "../../../../core/port/mod.ts";
import { stagedEvent, stagedMarket } from "../../../contract/event_catalog_contract.ts";

describe("the life of an answer", () => {
  test.each<[Freshness, Stage, number]>([
    ["lasting", "unfinished", 10],
    ["lasting", "open", 300],
    ["lasting", "closed", 300],
    ["current", "unfinished", 10],
    ["current", "open", 10],
    ["current", "closed", 120],
  ])("%s, %s: %d s", (freshness, stage, lifeSec) => {
    const isFreshAt = (ageMs: number) => isFresh(ageMs, { freshness, stage });
    expect([0, lifeSec * 1000 - 1, lifeSec * 1000].map(isFreshAt)).toEqual([true, true, false]);
  });

  test("an answer from the future is not fresh: the clock was set back", () => {
    expect(isFresh(-1, { freshness: "lasting", stage: "open" })).toBe(false);
  });

  const open = stagedMarket("a");
  const closed = { ...open, isClosed: true };
  const undeployed = { ...open, conditionId: Option.none() };
  const tokenless = {
    ...open,
    outcomes: open.outcomes.map(({ name }) => ({ name, tokenId: Option.none() })),
  };

  test("a market is unfinished until it has its condition and tokens", () => {
    expect([open, closed, undeployed, tokenless, { ...open, outcomes: [] }].map(stageOfMarket))
      .toEqual(["open", "closed", "unfinished", "unfinished", "unfinished"]);
  });

  test("an event has the stage of the least final of its markets", () => {
    const event = stagedEvent("e");
    const stage = (isClosed: boolean, ...markets: ReadonlyArray<typeof open>) =>
      stageOfEvent({ ...event, isClosed, markets });
    expect(stage(false, open, closed)).toBe("open");
    expect(stage(false, closed)).toBe("open");
    expect(stage(true, open, closed)).toBe("open");
    expect(stage(true, closed)).toBe("closed");
    expect(stage(true)).toBe("closed");
    expect(stage(false)).toBe("unfinished");
    expect(stage(false, open, tokenless)).toBe("unfinished");
    expect(
      stageOfEvent({
        ...event,
        isClosed: true,
        markets: [],
        unreadableMarkets: [{ named: "x", fee: Option.none() }],
      }),
    )
      .toBe("unfinished");
  });
});
