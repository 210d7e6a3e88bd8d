import { describe, expect, test } from "bun:test";
import { Effect, Result } from "effect";
import { makeKalshiQuestion } from "../../../adapters/kalshi/provider_question.ts";
import { makeSeason } from "../../../app/simulator/season/make_season.ts";
import { type Row, withKalshi } from "./kalshi_world.ts";

/** Asks a Kalshi that lists these events, or its own. */
function ask(events?: ReadonlyArray<Row>) {
  return withKalshi(
    Effect.fnUntraced(function* (kalshi) {
      if (events !== undefined) yield* kalshi.put({ events });
      const question = yield* makeKalshiQuestion({ url: kalshi.url });
      return yield* Effect.result(question.ask);
    }),
    { season: makeSeason(1) },
  );
}

describe("the probe's question to Kalshi", () => {
  test("describes a game that it lists", async () => {
    expect(Result.getOrThrow(await ask())).toMatch(
      /^\d+ games, \d+ unread; .+ at .+, (2026-\d\d-\d\dT\S+Z|\{.+\})$/,
    );
  });

  const TICKER = "KXNBAGAME-26NOV21BOSDET";
  test.each<[string, ReadonlyArray<Row>]>([
    ["it lists no game of epl, mlb, nba, nfl", []],
    [
      `${TICKER}: no market and no title names its two sides`,
      [{ event_ticker: TICKER, title: "Who wins?" }],
    ],
    ["champion has no kickoff", [{
      event_ticker: "champion",
      series_ticker: "KXNBAGAME",
      title: "Boston vs Detroit",
    }]],
  ])("fails where %s", async (why, events) => {
    expect(Result.getOrThrow(Result.flip(await ask(events)))).toMatchObject({
      reason: "unreadable",
      cause: new Error(why),
    });
  });
});
