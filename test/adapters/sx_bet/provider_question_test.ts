import { describe, expect, test } from "bun:test";
import { Effect } from "effect";
import { makeSxBetQuestion } from "../../../adapters/sx_bet/provider_question.ts";
import { listing, market } from "./put_markets.ts";
import { withSxBet } from "./sx_bet_world.ts";

/** Asks a platform that lists these markets and nothing else. */
const ask = (...markets: ReadonlyArray<unknown>) =>
  withSxBet(Effect.fnUntraced(function* ({ url, put }) {
    yield* put(listing(markets));
    const question = yield* makeSxBetQuestion({ url });
    return yield* Effect.result(question.ask);
  }));

describe("the probe's question to SX Bet", () => {
  test("reports the id of the NFL, and its listing", async () => {
    expect(await ask(market("0x1"), market("0x2", { type: 28 }))).toMatchObject({
      success: "the NFL is league 243; 2 markets of 1 games",
    });
    expect(await ask()).toMatchObject({
      success: "the NFL is league 243; 0 markets of 0 games",
    });
  });

  test.each([
    ["the NFL is 99, not 243", market("0x1", { leagueId: 99 })],
    ["market 0x1: it has an unexpected format", market("0x1", { teamOneName: 7 })],
  ])("fails where %s", async (why, odd) => {
    expect(await ask(odd)).toMatchObject({
      failure: { reason: "unreadable", cause: new Error(why) },
    });
  });
});
