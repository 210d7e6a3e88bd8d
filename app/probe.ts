/**
 * `bun run probe`: asks every real provider a harmless question and says whether we understand it.
 *
 * The adapters were written from documents, so this is what to run before live mode is trusted.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { makeBinanceQuestions } from "../adapters/binance/provider_question.ts";
import { makeChainlinkQuestions } from "../adapters/chainlink/provider_question.ts";
import { makeEspnQuestion } from "../adapters/espn/provider_question.ts";
import { makeHyperliquidQuestions } from "../adapters/hyperliquid/provider_question.ts";
import { makeKalshiQuestion } from "../adapters/kalshi/provider_question.ts";
import { makeLimitlessQuestion } from "../adapters/limitless/provider_question.ts";
import { layerMemoryProviderWatch } from "../adapters/memory/provider_watch.ts";
import { makeClobQuestion } from "../adapters/polymarket/clob/question.ts";
import { makeGammaQuestion } from "../adapters/polymarket/gamma/question.ts";
import { makeTradingQuestions } from "../adapters/polymarket/clob/trading_question.ts";
import { makeGamesQuestion } from "../adapters/polymarket/games/question.ts";
import { makeSxBetQuestion } from "../adapters/sx_bet/provider_question.ts";
import type { ProviderFailed, ProviderQuestion } from "../core/port/mod.ts";
import { readConfig } from "./config.ts";
import { type ProviderSetup, readLiveConfig } from "./live_config.ts";
import { configOrExit } from "./start.ts";

/** One line of the table. */
export interface ProbeRow {
  readonly provider: string;
  readonly asks: string;
  readonly outcome: "ok" | "drift" | "refused" | "unreachable" | "off";
  readonly tookMs: number;
  readonly detail: string;
}

/** What a failure means for whoever wants to trust live mode. */
const OUTCOME = {
  unreadable: "drift",
  refused: "refused",
  limited: "refused",
  unreachable: "unreachable",
  timeout: "unreachable",
} as const satisfies Record<ProviderFailed["reason"], ProbeRow["outcome"]>;

/** Asks all questions, one after the other. */
export const probe = Effect.fnUntraced(function* (setup: ProviderSetup) {
  const oracle = Option.isNone(setup.oracle.credentials) ? [] : yield* makeChainlinkQuestions({
    ...setup.oracle,
    credentials: setup.oracle.credentials.value,
  });
  const questions = [
    ...oracle,
    ...yield* makeBinanceQuestions(setup.exchange),
    yield* makeGammaQuestion(setup.venue),
    yield* makeClobQuestion(setup.venue),
    ...yield* makeTradingQuestions(setup.venue),
    ...yield* gameQuestions(setup),
  ];
  const off: ReadonlyArray<ProbeRow> = oracle.length > 0 ? [] : [{
    provider: "oracle",
    asks: "",
    outcome: "off",
    tookMs: 0,
    detail: `set ${setup.oracle.missing}`,
  }];
  return [...off, ...yield* Effect.forEach(questions, askOne)];
});

/** Games, as the schedule and each platform list them. */
const gameQuestions = Effect.fnUntraced(function* ({ games, venue, venue2 }: ProviderSetup) {
  const callsPerSec = games.platformCallsPerSec;
  return [
    yield* makeEspnQuestion({
      url: games.espnUrl,
      fallbackUrl: games.espnMirrorUrl,
      callsPerSec: games.scheduleCallsPerSec,
    }),
    yield* makeGamesQuestion({ gammaUrl: venue.gammaUrl, callsPerSec }),
    yield* makeKalshiQuestion({ url: games.kalshiUrl, callsPerSec }),
    yield* makeLimitlessQuestion({ url: games.limitlessUrl, callsPerSec }),
    yield* makeSxBetQuestion({ url: games.sxBetUrl, callsPerSec }),
    ...yield* makeHyperliquidQuestions(venue2),
  ];
});

const askOne = Effect.fnUntraced(function* (question: ProviderQuestion) {
  const startedMs = performance.now();
  const row = (outcome: ProbeRow["outcome"], detail: string): ProbeRow => ({
    provider: question.name,
    asks: question.asks,
    outcome,
    tookMs: Math.round(performance.now() - startedMs),
    detail,
  });
  return yield* Effect.match(question.ask, {
    onSuccess: (answer) => row("ok", answer),
    onFailure: (failure) => row(OUTCOME[failure.reason], causeText(failure)),
  });
});

/** The first line of the cause, cut: this table is for the operator, who may see it. */
function causeText({ cause }: ProviderFailed): string {
  const text = cause instanceof Error ? cause.message : String(cause);
  return (text.split("\n")[0] ?? "").slice(0, 160);
}

/** The table as text. */
export function probeTable(rows: ReadonlyArray<ProbeRow>): string {
  const cells = [
    ["provider", "outcome", "ms", "question", "answer"],
    ...rows.map((row) => [row.provider, row.outcome, String(row.tookMs), row.asks, row.detail]),
  ];
  const widths = [0, 1, 2, 3].map((at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
  return cells.map((row) =>
    row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join("  ").trimEnd()
  ).join("\n");
}

if (import.meta.main) {
  const { providers } = configOrExit(readConfig(Bun.env, readLiveConfig));
  const watch = layerMemoryProviderWatch({ providers: [], off: [] });
  const rows = await Effect.runPromise(Effect.provide(probe(providers), watch));
  console.log(probeTable(rows));
  process.exit(rows.some(({ outcome }) => outcome === "drift") ? 1 : 0);
}
