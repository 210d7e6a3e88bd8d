import { describe, expect, test } from "bun:test";
import { Effect } from "effect";
import { makeLimitlessQuestion } from "../../../adapters/limitless/provider_question.ts";
import { stagedMany } from "../../contract/staged_game.ts";
import { stagedOffer } from "../../simulator/season/staged_season.ts";
import { withLimitless } from "./limitless_world.ts";

/** Asks a platform that lists 30 games, or what is put. */
const ask = (rows?: ReadonlyArray<unknown>) =>
  withLimitless(
    Effect.fnUntraced(function* ({ url, put }) {
      if (rows !== undefined) yield* put({ data: rows, totalMarketsCount: rows.length });
      const question = yield* makeLimitlessQuestion({ url });
      return yield* Effect.result(question.ask);
    }),
    () => stagedMany("nba", 30).map((game) => stagedOffer("limitless", game)),
  );

const row = (slug: string, metadata: Record<string, unknown>) => ({
  slug,
  categories: ["NBA"],
  metadata: { homeTeam: "Celtics", awayTeam: "Pistons", ...metadata },
});

describe("the probe's question to Limitless", () => {
  test("reports how much is listed, and for which leagues", async () => {
    expect(await ask()).toMatchObject({
      success: "30 listings; on the first page 25 games of nba",
    });
    const others = [row("a", { leagueName: "EuroLeague" })];
    expect(await ask(others)).toMatchObject({
      success: "1 listings; on the first page 0 games of none of ours; others: EuroLeague",
    });
  });

  test.each<[string, ReadonlyArray<unknown>]>([
    ["it lists no sports at all", []],
    ["odd: it has an unexpected format", [row("odd", { homeTeam: 7 })]],
    ["no game has a kickoff", [row("a", {}), row("b", { startMatchTimestampInUTC: "soon" })]],
  ])("fails where %s", async (why, rows) => {
    expect(await ask(rows)).toMatchObject({
      failure: { reason: "unreadable", cause: new Error(why) },
    });
  });

  test("is content where only some have none", async () => {
    const some = [row("a", {}), row("b", { startMatchTimestampInUTC: 1_795_300_000 })];
    expect(await ask(some)).toMatchObject({ _tag: "Success" });
  });
});
