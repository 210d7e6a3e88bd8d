/**
 * The secondary venue's probe questions: its listing and how much of it is recognized, its prices,
 * and its socket.
 *
 * @module
 */
import { Effect, Option, Result, Schema } from "effect";
import { ProviderFailed } from "../../core/port/provider_failure.ts";
import type { ProviderQuestion } from "../../core/port/provider_question.ts";
import { type HyperliquidOptions, makeHyperliquidClient } from "./client.ts";
import { isContest } from "./contest.ts";
import { readMarketRow } from "./listed_market.ts";
import { readMids } from "./mids.ts";
import { type AllMids, type OutcomeMeta, OutcomeRow, QuestionRow } from "./payload.ts";
import { HYPERLIQUID } from "./http_failure.ts";
import { makeStreamQuestion, type StreamQuestionOptions } from "./stream_question.ts";

/** Creates the questions. Needs the {@linkcode ProviderWatch}. */
export const makeHyperliquidQuestions = Effect.fnUntraced(function* (
  options: HyperliquidOptions & StreamQuestionOptions,
) {
  const { outcomeMeta, allMids } = yield* makeHyperliquidClient(options);
  return [
    {
      name: "hyperliquid",
      asks: "every live outcome market: recurring ones, and sports contests",
      ask: Effect.flatMap(outcomeMeta, describe),
    },
    {
      name: "hyperliquid prices",
      asks: "what the sides of outcome markets are traded at",
      ask: Effect.flatMap(allMids, describePrices),
    },
    yield* makeStreamQuestion(options),
  ] satisfies ReadonlyArray<ProviderQuestion>;
});

function describePrices(prices: typeof AllMids.Type): Effect.Effect<string, ProviderFailed> {
  const sides = readMids(prices).size;
  const coins = Object.keys(prices).length;
  return sides === 0
    ? Effect.fail(drifted(`none of its ${coins} prices is of an outcome market`))
    : Effect.succeed(`${coins} coins, ${sides} of them sides of outcome markets`);
}

const decodeOutcome = Schema.decodeUnknownOption(OutcomeRow);
const decodeQuestion = Schema.decodeUnknownOption(QuestionRow);

/** Counts the rows; an unreadable row, or no recurring market, means that the format changed. */
function describe(
  { outcomes, questions }: typeof OutcomeMeta.Type,
): Effect.Effect<string, ProviderFailed> {
  const read = [
    ...outcomes.flatMap((row) => Option.toArray(decodeOutcome(row))),
    ...questions.flatMap((row) => Option.toArray(decodeQuestion(row))),
  ];
  const unreadRows = outcomes.length + questions.length - read.length;
  if (unreadRows > 0) return Effect.fail(drifted(`${unreadRows} of its rows are unreadable`));
  const recurring = outcomes.filter((row) => Result.isSuccess(readMarketRow(row)));
  if (recurring.length === 0) return Effect.fail(drifted("it lists no recurring market"));
  const contests = read.filter(({ name }) => isContest(name));
  return Effect.succeed(
    `${outcomes.length} outcomes, ${questions.length} questions; ` +
      `${recurring.length} recurring, ${contests.length} contests`,
  );
}

function drifted(why: string): ProviderFailed {
  return new ProviderFailed({ provider: HYPERLIQUID, reason: "unreadable", cause: new Error(why) });
}
