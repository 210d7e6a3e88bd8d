import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import type { NewsListener } from "../../../../app/simulator/polymarket/clob/venue_news.ts";
import { makeVenueNews } from "../../../../app/simulator/polymarket/clob/venue_news.ts";
import { makeSeason } from "../../../../app/simulator/season/make_season.ts";
import { marketViews } from "../../../../app/simulator/polymarket/gamma/game/game_event.ts";
import { gameMarketObject } from "../../../../app/simulator/polymarket/gamma/game/game_market.ts";
import { makeGameWorld } from "../../../../app/simulator/polymarket/gamma/game/game_world.ts";
import type { Frame } from "./book_reader.ts";
import { venue } from "./socket_venue.ts";
import { makeStillClock, ms } from "../../kit/support.ts";
import { listIn, type Wire } from "../gamma/venue_games_world.ts";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** An American night, in which a game of the next day is also given up. */
const START_MS = ms("2026-11-22T03:00:00Z");
const HOURS = 6;
const games = makeGameWorld(makeSeason(1));

/** Collects a venue's news of some hours, and its metadata at their end. */
function listenFor(hours: number, listensTo: NewsListener["listensTo"] = () => true) {
  const clock = makeStillClock(START_MS);
  const news = makeVenueNews({ venue, clock, games });
  const frames: Frame[] = [];
  const listener = { listensTo, publish: (frame: object) => void frames.push(frame as Frame) };
  const pass = (sec: number) => {
    clock.set(clock.nowMs() + sec * 1000);
    jest.advanceTimersByTime(250);
  };
  news.join(listener);
  for (let minute = 0; minute < hours * 60; minute++) pass(60);
  // One league is read at each poll.
  for (const _ of games.leagues) pass(1);
  news.leave(listener);
  expect(jest.getTimerCount()).toBe(0);
  return { endSec: clock.nowMs() / 1000 - games.leagues.length, frames };
}
const of = (kind: string, frames: ReadonlyArray<Frame>) =>
  frames.filter(({ event_type }) => event_type === kind);
const isOfGame = (row: Wire | undefined): row is Wire => row !== undefined;

/** Returns the metadata rows for which news are due, with their instant. */
function rowsSince(time: "deployedSec" | "closedSec", endSec: number) {
  const listings = games.listings(() => true, endSec)
    .filter((listing) => listing[time] > START_MS / 1000 && listing[time] <= endSec);
  return new Map(listings.flatMap((listing) =>
    marketViews(venue, listing, endSec).map((view) => {
      const row = gameMarketObject(venue, view);
      return [String(row["id"]), { row, atMs: String(listing[time] * 1000) }] as const;
    })
  ));
}

test("every new market of a game is published once, matching the metadata", () => {
  const { endSec, frames } = listenFor(HOURS);
  const rows = rowsSince("deployedSec", endSec);
  const published = of("new_market", frames).filter(({ id }) => rows.has(String(id)));
  expect(rows.size).toBeGreaterThan(20);
  expect(published.map(({ id }) => String(id)).toSorted()).toEqual([...rows.keys()].toSorted());
  for (const frame of published) {
    const { row, atMs } = rows.get(String(frame["id"])) ?? { row: {}, atMs: "" };
    const fee = row["feeSchedule"] as Wire;
    expect<Wire>(frame).toMatchObject({
      question: row["question"],
      market: row["conditionId"],
      slug: row["slug"],
      assets_ids: listIn(row["clobTokenIds"]),
      outcomes: listIn(row["outcomes"]),
      sports_market_type: row["sportsMarketType"],
      line: row["line"] === undefined ? "" : String(row["line"]),
      group_item_title: row["groupItemTitle"] ?? "",
      fees_enabled: true,
      fee_schedule: { rate: String(fee["rate"]), exponent: String(fee["exponent"]) },
      tags: expect.arrayContaining(["sports", "games"]),
      timestamp: atMs,
    });
    const start = row["gameStartTime"];
    expect(frame["game_start_time"])
      .toBe(start === undefined ? "" : String(start).replace(" ", "T").replace("+00", "Z"));
  }
});

test("every market of a finished game is published once, with the winner", () => {
  const { endSec, frames } = listenFor(HOURS);
  const rows = rowsSince("closedSec", endSec);
  const published = of("market_resolved", frames).filter(({ id }) => rows.has(String(id)));
  expect(published.map(({ id }) => String(id)).toSorted()).toEqual([...rows.keys()].toSorted());
  const results = new Set<string>();
  for (const frame of published) {
    const { row, atMs } = rows.get(String(frame["id"])) ?? { row: {}, atMs: "" };
    const [worth = ""] = listIn(row["outcomePrices"]);
    const at = ["1", "0"].indexOf(worth);
    results.add(worth);
    expect<Wire>(frame).toMatchObject({
      market: row["conditionId"],
      assets_ids: listIn(row["clobTokenIds"]),
      winning_asset_id: at < 0 ? "" : listIn(row["clobTokenIds"])[at],
      winning_outcome: at < 0 ? "" : listIn(row["outcomes"])[at],
      timestamp: atMs,
    });
  }
  expect(results).toEqual(new Set(["0", "0.5", "1"]));
});

test("the winner is published to the subscribers of the market", () => {
  const [one] = [...rowsSince("closedSec", START_MS / 1000 + HOURS * 3_600).values()];
  const wanted = [one?.row].filter(isOfGame).map((row) => listIn(row["clobTokenIds"])[1]);
  const { frames } = listenFor(HOURS, (tokenId) => wanted.includes(tokenId));
  expect(of("market_resolved", frames).map(({ id }) => id)).toEqual([one?.row["id"]]);
});
