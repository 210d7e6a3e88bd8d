/**
 * The secondary venue's question for the probe: what it lists now, and how much of it we know.
 *
 * @module
 */
import { Effect, Option, Schema } from "effect";
import { ProviderFailed, type ProviderQuestion } from "../../core/port/mod.ts";
import { parseDescription } from "../../core/venue2/mod.ts";
import { type HyperliquidOptions, makeHyperliquidClient } from "./client.ts";
import { isContest } from "./contest.ts";
import { type OutcomeMeta, OutcomeRow, QuestionRow } from "./payload.ts";
import { HYPERLIQUID } from "./status.ts";

/** Makes the question. Needs the {@linkcode ProviderWatch}. */
export const makeHyperliquidQuestion = Effect.fnUntraced(function* (options: HyperliquidOptions) {
  const { outcomeMeta } = yield* makeHyperliquidClient(options);
  return {
    name: "hyperliquid",
    asks: "every live outcome market: recurring ones, and sports contests",
    ask: Effect.flatMap(outcomeMeta, describe),
  } satisfies ProviderQuestion;
});

const decodeOutcome = Schema.decodeUnknownOption(OutcomeRow);
const decodeQuestion = Schema.decodeUnknownOption(QuestionRow);

/** Counts what it lists; a row that cannot be read, or nothing at all, is a change of theirs. */
function describe(
  { outcomes, questions }: typeof OutcomeMeta.Type,
): Effect.Effect<string, ProviderFailed> {
  const read = [
    ...outcomes.flatMap((row) => Option.toArray(decodeOutcome(row))),
    ...questions.flatMap((row) => Option.toArray(decodeQuestion(row))),
  ];
  const unreadRows = outcomes.length + questions.length - read.length;
  const lacks = (why: string) =>
    new ProviderFailed({ provider: HYPERLIQUID, reason: "unreadable", cause: new Error(why) });
  if (unreadRows > 0) return Effect.fail(lacks(`${unreadRows} of its rows are unreadable`));
  const recurring = read.filter(({ description }) =>
    parseDescription(description ?? "").get("class") === "priceBinary"
  );
  if (recurring.length === 0) return Effect.fail(lacks("it lists no recurring market"));
  const contests = read.filter(({ name }) => isContest(name));
  return Effect.succeed(
    `${outcomes.length} outcomes, ${questions.length} questions; ` +
      `${recurring.length} recurring, ${contests.length} contests`,
  );
}
