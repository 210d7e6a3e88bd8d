/**
 * `bun run probe`: sends every real provider a harmless request and checks that its answer can be
 * read.
 *
 * The adapters were written from documentation, so run this before you rely on live mode.
 *
 * @module
 */
import { Effect, Layer, Option, Record, References, Result } from "effect";
import { makeArchiveQuestion } from "../../adapters/binance/archive/question.ts";
import { makeBinanceQuestions } from "../../adapters/binance/provider_question.ts";
import { makeChainlinkQuestions } from "../../adapters/chainlink/provider_question.ts";
import { makeEspnQuestion } from "../../adapters/espn/provider_question.ts";
import { makeHyperliquidQuestions } from "../../adapters/hyperliquid/provider_question.ts";
import { layerProviderWatch } from "../../adapters/process/provider_watch.ts";
import { makeChainQuestion } from "../../adapters/polymarket/chain/question.ts";
import { makeClobQuestion } from "../../adapters/polymarket/clob/question.ts";
import { makeIndexQuestion } from "../../adapters/polymarket/data/index_question.ts";
import { makeDataQuestion } from "../../adapters/polymarket/data/question.ts";
import { makeGammaQuestion } from "../../adapters/polymarket/gamma/question.ts";
import { makeTradingQuestions } from "../../adapters/polymarket/clob/trading_question.ts";
import { makeGamesQuestion } from "../../adapters/polymarket/games/question.ts";
import { makePublishedPriceQuestion } from "../../adapters/polymarket/published/question.ts";
import { makeRelayerQuestion } from "../../adapters/polymarket/relayer/question.ts";
import { makeRelayQuestion } from "../../adapters/polymarket/relay/provider_question.ts";
import { RELAY } from "../../adapters/polymarket/relay/relay_name.ts";
import { makeSiteQuestion } from "../../adapters/polymarket/site/question.ts";
import { makeKalshiWindowQuestion } from "../../adapters/kalshi/window_question.ts";
import { makePolymarketVenueRegion } from "../../adapters/polymarket/site/venue_region.ts";
import { ProviderFailed } from "../../core/port/provider_failure.ts";
import type { ProviderQuestion } from "../../core/port/provider_question.ts";
import { VenueRegion } from "../../core/port/venue_region.ts";
import { venueRegion } from "../../core/use_case/venue/mod.ts";
import { describeRegion } from "../../core/venue/mod.ts";
import { runFindings } from "./findings_command.ts";
import type {
  LegSettings,
  PrimaryVenueSettings,
  ProviderSettings,
} from "../settings/provider_settings.ts";
import { readEnvironment, readSettings } from "../settings/settings.ts";
import { type WalletRelay, walletRelay } from "./probe_wallet.ts";
import { probeExitCode, probeJson, type ProbeRow, probeTable } from "./probe_report.ts";
import { PLAIN_PLATFORMS } from "../wiring/platforms.ts";
import { valueOrExit } from "../wiring/process.ts";
import { usageLine } from "../wiring/own_command.ts";

/** The outcome to report for each kind of failure. */
const OUTCOME = {
  unreadable: "drift",
  refused: "refused",
  limited: "refused",
  queued: "refused",
  unreachable: "unreachable",
  timeout: "unreachable",
} as const satisfies { readonly [reason in ProviderFailed["reason"]]: ProbeRow["outcome"] };

/** Returns how the relay is asked with a wallet. */
export type OpenWallet = (walletId: string) => Effect.Effect<WalletRelay, ProviderFailed>;

/** Asks all questions in sequence. `openWallet` is used if a wallet authenticates to the relay. */
export const probe = Effect.fnUntraced(
  function* (settings: ProviderSettings, openWallet: OpenWallet) {
    const oracle = Option.isNone(settings.oracle.credentials) ? [] : yield* makeChainlinkQuestions({
      ...settings.oracle,
      credentials: settings.oracle.credentials.value,
    });
    const relay = yield* relayQuestions(settings, openWallet);
    const chain = yield* chainQuestions(settings);
    const questions = [
      ...oracle,
      ...relay,
      ...yield* makeBinanceQuestions(settings.exchange),
      yield* makeArchiveQuestion(settings.exchange),
      yield* makeGammaQuestion(settings.venue),
      yield* makePublishedPriceQuestion(settings.venue),
      yield* makeSiteQuestion(settings.venue),
      yield* makeDataQuestion(settings.venue),
      yield* makeIndexQuestion(settings.venue),
      yield* makeClobQuestion(settings.venue),
      ...yield* makeTradingQuestions(settings.venue),
      ...chain.questions,
      ...yield* gameQuestions(settings),
      ...yield* legQuestions(settings.legs),
    ];
    const off = [
      ...oracle.length > 0 ? [] : [offRow("oracle", settings.oracle.missing)],
      ...relay.length > 0 ? [] : [offRow("relay", settings.relay.missing)],
      ...chain.off,
    ];
    return [
      ...off,
      ...yield* Effect.forEach(questions, askOne),
      yield* askRegion(settings.venue),
    ];
  },
);

const relayQuestions = Effect.fnUntraced(function* (
  { relay: { wsUrl, access } }: ProviderSettings,
  openWallet: OpenWallet,
) {
  if (Option.isNone(access)) return [];
  if (access.value.kind === "given") {
    const credentials = Effect.succeed(access.value.credentials);
    return [yield* makeRelayQuestion({ wsUrl, credentials })];
  }
  const relay = yield* Effect.result(openWallet(access.value.walletId));
  if (Result.isFailure(relay)) {
    return [yield* makeRelayQuestion({ wsUrl, credentials: Effect.fail(relay.failure) })];
  }
  const found = relay.success;
  return found.kind === "running"
    ? [runningRelay(found.state)]
    : [yield* makeRelayQuestion({ wsUrl, credentials: Effect.succeed(found.credentials) })];
});

/** A service that runs holds the wallet's only connection, and knows how that is. */
function runningRelay(state: string): ProviderQuestion {
  const isWell = state === "healthy" || state === "unknown";
  return {
    name: RELAY,
    asks: "the running service's",
    ask: isWell ? Effect.succeed(`the running service says: ${state}`) : Effect.fail(
      new ProviderFailed({
        provider: RELAY,
        reason: "unreachable",
        cause: new Error(`the running service says: ${state}`),
      }),
    ),
  };
}

/** The questions to the roads to the chain, and the rows of those that are off. */
const chainQuestions = Effect.fnUntraced(function* ({ chain }: ProviderSettings) {
  const { rpcUrl, relayerUrl, relayerAccess, missing } = chain;
  return {
    questions: [
      ...Option.isNone(relayerAccess)
        ? []
        : [yield* makeRelayerQuestion({ relayerUrl, access: relayerAccess.value })],
      ...Option.isNone(rpcUrl) ? [] : [yield* makeChainQuestion({ rpcUrl: rpcUrl.value })],
    ],
    off: [
      ...Option.isNone(relayerAccess) ? [offRow("venue relayer", missing.relayer)] : [],
      ...Option.isNone(rpcUrl) ? [offRow("chain", missing.rpc)] : [],
    ],
  };
});

function offRow(provider: string, setting: string): ProbeRow {
  const detail = setting === "ORACLE" ? "ORACLE leaves it out" : `set ${setting}`;
  return { provider, asks: "", outcome: "off", tookMs: 0, detail };
}

/** The questions to the sources of games: the schedule and each platform. */
const gameQuestions = Effect.fnUntraced(function* ({ games, venue, venue2 }: ProviderSettings) {
  return [
    yield* makeEspnQuestion({ url: games.espnUrl, fallbackUrl: games.espnMirrorUrl }),
    yield* makeGamesQuestion({ gammaUrl: venue.gammaUrl }),
    ...yield* Effect.forEach(
      Record.toEntries(PLAIN_PLATFORMS),
      ([code, { makeQuestion }]) => makeQuestion({ url: games.platformUrls[code] }),
    ),
    ...yield* makeHyperliquidQuestions(venue2),
  ];
});

/** The questions to the venues that have the same windows. */
const legQuestions = Effect.fnUntraced(function* ({ kalshiUrl, kalshiSeries }: LegSettings) {
  return kalshiSeries.length === 0
    ? []
    : [yield* makeKalshiWindowQuestion({ url: kalshiUrl, series: kalshiSeries })];
});

function askOne({ name, asks, ask }: ProviderQuestion) {
  return askFor({ name, asks, ask: Effect.map(ask, (detail) => ({ outcome: "ok", detail })) });
}

/** Whether the venue takes orders from here. */
const askRegion = Effect.fnUntraced(function* (venue: PrimaryVenueSettings) {
  const ask = Effect.map(venueRegion(), (seen): Finding => ({
    detail: describeRegion(seen),
    ...seen.isBlocked ? { outcome: "refused", remedy: ELSEWHERE } : { outcome: "ok" },
  }));
  const region = yield* makePolymarketVenueRegion(venue);
  return yield* askFor({
    name: "venue region",
    asks: "whether orders are taken from here",
    ask: Effect.provideService(ask, VenueRegion, region),
  });
});

const ELSEWHERE = "Run the service in a region that the venue serves, or without real orders";

/** What an answer says. */
type Finding = Pick<ProbeRow, "outcome" | "detail" | "remedy">;

const askFor = Effect.fnUntraced(function* (
  { name, asks, ask }: Pick<ProviderQuestion, "name" | "asks"> & {
    readonly ask: Effect.Effect<Finding, ProviderFailed>;
  },
) {
  const startedMs = performance.now();
  const found = yield* Effect.catch(
    ask,
    (failure) =>
      Effect.succeed<Finding>({ outcome: OUTCOME[failure.reason], detail: causeText(failure) }),
  );
  const tookMs = Math.round(performance.now() - startedMs);
  return { provider: name, asks, tookMs, ...found };
});

/** The first line of the cause, truncated. The operator may see causes. */
function causeText({ cause }: ProviderFailed): string {
  const text = cause instanceof Error ? cause.message : String(cause);
  return (text.split("\n")[0] ?? "").slice(0, 160);
}

const USAGE = `${usageLine("probe [--json]")}
Asks every provider one harmless question through its adapter, with the settings of live mode.
  --json  prints the table as JSON: a list of {provider, outcome, ms, question, answer}
outcome   ok, drift (the answer cannot be read), refused, unreachable, off (not set up)
exits     0: every provider that was reached is ok or refused (check its settings)
          1: some answer cannot be read, or a setting is wrong
          2: no provider can be reached: check the network first
          64: an option is unknown`;

/** Asks and prints, and returns the exit code. */
export async function main(args: ReadonlyArray<string>): Promise<number> {
  return await runFindings(args, {
    usage: USAGE,
    run: async ({ json }) => {
      const settings = valueOrExit(readEnvironment(Bun.env, readSettings));
      const openWallet: OpenWallet = (walletId) => walletRelay(settings, walletId);
      // The table reports every failure, so the log is off.
      const quiet = Layer.succeed(References.MinimumLogLevel, "None");
      const watch = layerProviderWatch({ providers: [], off: [] });
      const rows = await Effect.runPromise(
        Effect.provide(probe(settings.providers, openWallet), Layer.merge(watch, quiet)),
      );
      console.log(json ? probeJson(rows) : probeTable(rows));
      return probeExitCode(rows);
    },
  });
}
