import { describe, expect, test } from "bun:test";
import { Effect, Redacted, type Result, type Scope } from "effect";
import { makeIndexQuestion } from "../../../adapters/polymarket/data/index_question.ts";
import { makeDataQuestion } from "../../../adapters/polymarket/data/question.ts";
import { makeGamesQuestion } from "../../../adapters/polymarket/games/question.ts";
import { makeGammaQuestion } from "../../../adapters/polymarket/gamma/question.ts";
import { makePublishedPriceQuestion } from "../../../adapters/polymarket/published/question.ts";
import { makeRelayQuestion } from "../../../adapters/polymarket/relay/provider_question.ts";
import type { RelayAccess } from "../../../adapters/polymarket/relay/relay_link.ts";
import { makeSiteQuestion } from "../../../adapters/polymarket/site/question.ts";
import { makeSandboxClock } from "../../../app/simulator/kit/clock.ts";
import { startSimulator } from "../../../app/simulator/start_simulator.ts";
import { LEAGUES } from "../../../core/game/mod.ts";
import { type ProviderFailed, ProviderOff } from "../../../core/port/provider_failure.ts";
import type { ProviderWatch } from "../../../core/port/provider_watch.ts";
import { conditionOf } from "../../condition.ts";
import { STAGED_NOW, stagedGame } from "../../contract/staged_game.ts";
import { ms, ORACLE_KEY, type StillClock } from "../../simulator/kit/support.ts";
import { holdDataService, RESOLVED, type WrittenResolution } from "./data/data_world.ts";
import { writtenGame } from "./games/game_sample.ts";
import { makeGames } from "./games/game_world.ts";
import { type Written, writtenEvent, writtenMarket } from "./gamma/gamma_sample.ts";
import { makeGamma } from "./gamma/gamma_world.ts";
import { makeOrderBook } from "./order_book_world.ts";
import { makeMetadata, questions } from "./published/metadata_world.ts";
import { GOOD } from "./relay/relay_world.ts";
import { runAt } from "./run_at.ts";
import { makeSite, questionAt } from "./site/site_world.ts";

const NOW = "2026-11-20T12:33:20Z";
/** Long before the simulated venue began: there is nothing under the name that is asked for. */
const LONG_AGO = "2020-01-01T00:00:00Z";
const slugAt = (iso: string) => `btc-updown-5m-${ms(iso) / 1000}`;
const CURRENT = slugAt("2026-11-20T12:30:00Z");
/** The window that ended at 12:30 began at 12:25; this is the one before. */
const BEFORE_LAST = slugAt("2026-11-20T12:20:00Z");
/** The window that ended 8 to 13 minutes ago, and those before it, newest first. */
const ENDED = questions("btc", "5min", ["2026-11-20T12:00:00Z", "2026-11-20T12:20:00Z"])
  .toReversed();

/** Starts a service, and asks it. */
type Asking = (clock: StillClock) => Effect.Effect<
  Result.Result<string, ProviderFailed>,
  never,
  ProviderWatch | Scope.Scope
>;

const metadata = (changes?: Written): Asking =>
  Effect.fnUntraced(function* (clock) {
    const gamma = yield* makeGamma(clock);
    if (changes !== undefined) yield* gamma.put(writtenEvent({ slug: CURRENT, ...changes }));
    const { ask } = yield* makeGammaQuestion({ gammaUrl: gamma.url });
    return yield* Effect.result(ask);
  });

/** The data service knows the market of the event, if it is given its resolution. */
const resolutions = (resolution?: WrittenResolution, changes: Written = {}): Asking =>
  Effect.fnUntraced(function* (clock) {
    const gamma = yield* makeGamma(clock);
    yield* gamma.put(writtenEvent({ slug: BEFORE_LAST, ...changes }));
    const data = yield* holdDataService;
    if (resolution !== undefined) data.put(conditionOf(1), resolution);
    const { ask } = yield* makeDataQuestion({ gammaUrl: gamma.url, dataUrl: data.url });
    return yield* Effect.result(ask);
  });

const index: Asking = Effect.fnUntraced(function* (clock) {
  const { url } = yield* makeSite(clock);
  return yield* Effect.result((yield* makeIndexQuestion({ dataUrl: url })).ask);
});

/** Prices of the latest windows are hidden. */
const prices = (hiddenCount: number): Asking =>
  Effect.fnUntraced(function* (clock) {
    const { publish, url } = yield* makeMetadata(clock);
    for (const [at, query] of ENDED.entries()) {
      publish(query, at < hiddenCount ? [null, null] : ["7.25", at === 0 ? "8" : null]);
    }
    const { ask } = yield* makePublishedPriceQuestion({ gammaUrl: url });
    return yield* Effect.result(ask);
  });

const games = (events: ReadonlyArray<Written>, match?: string, body?: unknown): Asking =>
  Effect.fnUntraced(function* (clock) {
    const { put, fault, url } = yield* makeGames(clock);
    yield* Effect.forEach(events, put);
    if (match !== undefined) yield* fault({ match, kind: "status", status: 200, body });
    const { ask } = yield* makeGamesQuestion({ gammaUrl: url });
    return yield* Effect.result(ask);
  });

const site = (openPrice: string | null, fault?: Written): Asking =>
  Effect.fnUntraced(function* (clock) {
    const page = yield* makeSite(clock);
    yield* page.publish(questionAt("btc", "5min", NOW), openPrice);
    if (fault !== undefined) yield* page.fault(fault);
    const { ask } = yield* makeSiteQuestion({ siteUrl: page.url });
    return yield* Effect.result(ask);
  });

const orders = (answer?: Written): Asking =>
  Effect.fnUntraced(function* (clock) {
    const { fault, question } = yield* makeOrderBook({ clock });
    if (answer !== undefined) yield* fault({ match: "GET /time", kind: "status", ...answer });
    return yield* Effect.result(question.ask);
  });

const relay = (credentials: RelayAccess["credentials"], wsUrl?: string): Asking =>
  Effect.fnUntraced(function* ({ nowMs }) {
    const clock = makeSandboxClock({ startMs: nowMs() });
    const simulator = yield* Effect.acquireRelease(
      Effect.sync(() => startSimulator("relay", { seed: 1, clock, oracleKey: ORACLE_KEY })),
      ({ stop }) => Effect.promise(() => stop()),
    );
    const { ask } = yield* makeRelayQuestion({
      wsUrl: wsUrl ?? simulator.url.replace("http", "ws"),
      credentials,
    });
    return yield* Effect.result(ask);
  });

const NO_UFC = LEAGUES.filter((league) => league !== "ufc").map((sport) => ({
  sport,
  series: "4711",
}));

describe("the probe reports", () => {
  test.each<[string, Asking, RegExp, nowIso?: string]>([
    [
      "the tags of the current window, and its fee",
      metadata(),
      /\b5M\b.*bitcoin.*Up or Down; fee rate 0\.07, tick 0\.0/,
    ],
    [
      "how the window before the last was resolved",
      resolutions(RESOLVED),
      RegExp(
        `^${BEFORE_LAST}: resolved, pays 1000000 and 0, which is up, reported by CHAINLINK, ` +
          "at 2026-11-20T12:05:41.000Z$",
      ),
    ],
    [
      "a market that is still open, for a person to judge",
      resolutions({ status: "active" }),
      RegExp(`^${BEFORE_LAST}: active$`),
    ],
    [
      "how far the index of wallets is behind",
      index,
      /^it is 90 s behind$/,
    ],
    [
      "both prices of the window that ended about ten minutes ago",
      prices(0),
      /^btc-updown-5m-1795176900: 7\.25, closed at 8$/,
    ],
    [
      "the price of an earlier window where the latest have none",
      prices(3),
      /^btc-updown-5m-1795176000: 7\.25$/,
    ],
    [
      "which leagues have series, and a game of one",
      games(writtenGame(stagedGame("nba", 1))),
      RegExp(
        `^series of ${LEAGUES.length} leagues; nba: 1 games in 1 events, 0 unread, ` +
          "such as Detroit Pistons at Boston Celtics, 2026-11-21T18:00:00.000Z$",
      ),
      STAGED_NOW,
    ],
    [
      "the leagues that are filed nowhere",
      games([], "GET /sports", NO_UFC),
      /\(none of .*ufc.*none of them has an open event$/,
      STAGED_NOW,
    ],
    ["the site's price of the current window", site("61.25"), RegExp(`^${CURRENT}: 61.25$`)],
    [
      "that the site has no price of it yet",
      site(null),
      RegExp(`^${CURRENT}: not published yet$`),
    ],
    [
      "the relay's next point of btc, and its second",
      relay(Effect.succeed(GOOD)),
      /^\d+\.\d+ at \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/,
    ],
    ["the difference of the clocks", orders(), /^its clock is (0|-?1) s ahead of ours$/],
  ])("%s", async (_, asking, said, nowIso = NOW) => {
    expect(await runAt(nowIso, asking)).toMatchObject({ success: expect.stringMatching(said) });
  });
});

describe("the probe fails where", () => {
  const market = (changes: Written) => ({ markets: [writtenMarket(1, changes)] });

  test.each<[string, Asking]>([
    [`${CURRENT} has no tags`, metadata({ tags: [] })],
    [`${CURRENT} has no market`, metadata({ markets: [] })],
    [`${CURRENT} has an unreadable market`, metadata(market({ feeSchedule: {} }))],
    [`${CURRENT} has 1 outcomes`, metadata(market({ outcomes: '["Up"]', clobTokenIds: "[]" }))],
    [`${CURRENT} has no tokens`, metadata(market({ clobTokenIds: "[]" }))],
    [`${CURRENT} has no fee schedule`, metadata(market({ feeSchedule: null }))],
    [`${BEFORE_LAST} has no condition`, resolutions(RESOLVED, { markets: [] })],
    [
      `${BEFORE_LAST} has the outcomes Down, Up`,
      resolutions(RESOLVED, market({ outcomes: '["Down", "Up"]' })),
    ],
    ["none of its 1 sports is ours", games([], "GET /sports", [{ sport: "ufl", series: "1" }])],
    [
      "its events have an unexpected format",
      games([], "GET /events", { events: [{ no: 1 }] }),
    ],
    [
      "no game has a kickoff",
      games([], "GET /events", { events: [{ id: 1, title: "A vs. B", gameId: 7 }] }),
    ],
    [
      "its clock is 45 s ahead of ours",
      orders({ status: 200, body: ms(NOW) / 1000 + 45 }),
    ],
  ])("%s", async (why, asking) => {
    expect(await runAt(NOW, asking))
      .toMatchObject({ failure: { reason: "unreadable", cause: new Error(why) } });
  });

  test.each<[string, Asking, object, nowIso?: string]>([
    ["metadata calls windows something else", metadata(), {}, LONG_AGO],
    ["resolutions are of windows that are unknown", resolutions(RESOLVED), {}, LONG_AGO],
    ["prices are of windows that are unknown", prices(4), {}, LONG_AGO],
    ["the condition is unknown", resolutions(), { provider: "venue data" }],
    ["no price is found in four windows", prices(4), { provider: "venue metadata" }],
    [
      "the site answers in another form",
      site(null, { kind: "status", status: 200, body: { price: 1 } }),
      { provider: "venue site" },
    ],
    [
      "the time is no number",
      orders({ status: 200, body: { error: "no" } }),
      { provider: "venue orders" },
    ],
    [
      "the relay refuses the credentials",
      relay(Effect.succeed({ ...GOOD, secret: Redacted.make("wrong") })),
      { provider: "relay", reason: "refused" },
    ],
    [
      "the relay has no credentials",
      relay(Effect.fail(new ProviderOff({ provider: "relay", setting: "POLYMARKET_API_KEY" }))),
      { provider: "relay", reason: "refused" },
    ],
    [
      "no relay answers",
      relay(Effect.succeed(GOOD), "ws://127.0.0.1:1"),
      { provider: "relay", reason: "unreachable" },
    ],
    ["the time is refused", orders({ status: 404 }), { reason: "refused" }],
  ])("%s", async (_, asking, failure, nowIso = NOW) => {
    expect(await runAt(nowIso, asking))
      .toMatchObject({ failure: { reason: "unreadable", ...failure } });
  });
});
