import { describe, expect, test } from "bun:test";
import { Effect, Result } from "effect";
import { makeHyperliquidQuestion } from "../../../adapters/hyperliquid/provider_question.ts";
import { type Row, withVenue2 } from "./venue2_world.ts";

/** Asks a venue that lists these outcomes, or its own. */
function ask(outcomes?: ReadonlyArray<Row>) {
  return withVenue2(Effect.fnUntraced(function* (venue) {
    if (outcomes !== undefined) yield* venue.put({ outcomes, questions: [] });
    const question = yield* makeHyperliquidQuestion({ url: venue.url });
    return yield* Effect.result(question.ask);
  }));
}

describe("the probe's question to the secondary venue", () => {
  test("tells what it lists", async () => {
    expect(Result.getOrThrow(await ask())).toMatch(
      /^\d+ outcomes, 1 questions; 2 recurring, 1 contests$/,
    );
  });

  test.each<[string, ReadonlyArray<Row>]>([
    ["it lists no recurring market", [{ outcome: 1, name: "x", description: "prose" }]],
    ["1 of its rows are unreadable", [{ outcome: 1 }]],
  ])("fails where %s", async (why, outcomes) => {
    const failure = Result.getOrThrow(Result.flip(await ask(outcomes)));
    expect(failure).toMatchObject({ reason: "unreadable", cause: new Error(why) });
  });
});
