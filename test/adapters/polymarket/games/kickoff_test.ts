import { describe, expect, test } from "bun:test";
import { kickoffOf, readKickoff } from "../../../../adapters/polymarket/games/kickoff.ts";
import type { GammaGameEvent } from "../../../../adapters/polymarket/games/payload.ts";

const market = (gameStartTime: string | null, sportsMarketType = "totals") => ({
  id: "1",
  gameStartTime,
  sportsMarketType,
});
const at = (iso: string): unknown => ({ kind: "at", sec: Date.parse(iso) / 1000 });
const day: unknown = {
  kind: "day",
  day: { year: 2026, month: 9, day: 20 },
  gameNumber: null,
};
const unknown: unknown = { kind: "unknown" };

describe("readKickoff", () => {
  test.each<[string, Partial<GammaGameEvent>, unknown]>([
    ["the event's own", {
      startTime: "2026-09-21T00:20:00Z",
      eventDate: "2026-09-20",
      markets: [market("2026-09-22 00:20:00+00")],
    }, at("2026-09-21T00:20:00Z")],
    ["its markets', where the event has none", {
      startTime: null,
      markets: [market(null), market("2026-09-15 18:00:00+00")],
    }, at("2026-09-15T18:00:00Z")],
    ["the winner's market before others", {
      markets: [
        market("2026-09-15 19:00:00+00"),
        market("2026-09-15 18:00:00+00", "moneyline"),
      ],
    }, at("2026-09-15T18:00:00Z")],
    ["none of markets that disagree", {
      eventDate: "2026-09-20",
      markets: [market("2026-09-20 18:00:00+00"), market("2026-09-20 19:00:00+00")],
    }, day],
    ["the Eastern day, if nothing else is given", { eventDate: "2026-09-20" }, day],
    ["the day, if the instant is invalid", {
      startTime: "2026-02-30T00:00:00Z",
      eventDate: "2026-09-20",
    }, day],
    ["nothing from a slug", { slug: "nfl-ind-kc-2026-09-21" }, unknown],
    ["nothing of no day", { eventDate: "2026-02-30" }, unknown],
  ])("is %s", (_, changes, expected) => {
    expect<unknown>(readKickoff({ id: "1", ...changes })).toEqual(expected);
  });

  test("never is when the listing began or ends", () => {
    const written = { id: "1", startDate: "2026-08-30T04:00:12Z", endDate: "2026-09-12T14:00:00Z" };
    expect<unknown>(readKickoff(written)).toEqual(unknown);
  });
});

test("of several events the first with the most precise kickoff is used", () => {
  const events: ReadonlyArray<GammaGameEvent> = [
    { id: "1" },
    { id: "2", eventDate: "2026-09-20" },
    { id: "3", startTime: "2026-09-21T00:20:00Z" },
    { id: "4", startTime: "2026-09-23T00:20:00Z" },
  ];
  expect<unknown>(kickoffOf(events)).toEqual(at("2026-09-21T00:20:00Z"));
  expect<unknown>(kickoffOf(events.slice(0, 2))).toEqual(day);
  expect<unknown>(kickoffOf(events.slice(0, 1))).toEqual(unknown);
});
