import { describe, expect, test } from "bun:test";
import { Effect, Result } from "effect";
import { makeHyperliquidQuestions } from "../../../adapters/hyperliquid/provider_question.ts";
import { moveTime } from "../outbound/moved_time.ts";
import { type Row, type Venue2, withVenue2 } from "./venue2_world.ts";

/** Asks a question of a venue that something was done to. */
async function ask(
  name: string,
  prepare: (venue: Venue2) => Effect.Effect<unknown> = () => Effect.void,
) {
  using time = moveTime();
  return await time.during(withVenue2(Effect.fnUntraced(function* (venue) {
    yield* prepare(venue);
    const questions = yield* makeHyperliquidQuestions({
      url: venue.url,
      wsUrl: venue.socketUrl,
    });
    const question = questions.find((question) => question.name === name);
    if (question === undefined) throw new Error(`There is no question ${name}`);
    return yield* Effect.result(question.ask);
  })));
}

const failureOf = async (asked: ReturnType<typeof ask>) =>
  Result.getOrThrow(Result.flip(await asked));

describe("the probe's questions to the secondary venue", () => {
  test.each([
    ["what it lists", "hyperliquid", /^\d+ outcomes, 1 questions; 2 recurring, 1 contests$/],
    [
      "what it is traded at",
      "hyperliquid prices",
      /^\d+ coins, \d+ of them sides of outcome markets$/,
    ],
    ["what its socket brings", "hyperliquid stream", /^sends changes; prices of \d+ sides$/],
  ])("tell %s", async (_, name, told) => {
    expect(Result.getOrThrow(await ask(name))).toMatch(told);
  });

  test.each<[string, ReadonlyArray<Row>]>([
    ["it lists no recurring market", [{ outcome: 1, name: "x", description: "prose" }]],
    ["1 of its rows are unreadable", [{ outcome: 1 }]],
  ])("fail where %s", async (why, outcomes) => {
    const failure = await failureOf(
      ask("hyperliquid", ({ put }) => put({ outcomes, questions: [] })),
    );
    expect(failure).toMatchObject({ reason: "unreadable", cause: new Error(why) });
  });

  test("fail where no price is of an outcome market", async () => {
    const failure = await failureOf(ask("hyperliquid prices", ({ putMids }) => putMids({})));
    expect(failure.reason).toBe("unreadable");
    expect(String(failure.cause)).toContain("is of an outcome market");
  });

  const onSocket = (kind: Row) => ({ fault }: Venue2) => fault({ match: "GET /ws", ...kind });
  test.each<[string, string, (venue: Venue2) => Effect.Effect<unknown>]>([
    ["brings no prices of outcome markets", "unreadable", ({ putMids }) => putMids({})],
    ["is silent", "unreadable", onSocket({ kind: "stall" })],
    ["sends what we do not understand", "unreadable", onSocket({ kind: "malformed" })],
    ["does not open", "unreachable", onSocket({ kind: "status", status: 503 })],
  ])("fail where its socket %s", async (_, reason, prepare) => {
    expect((await failureOf(ask("hyperliquid stream", prepare))).reason).toBe(reason as never);
  });
});
