/**
 * Chooses the feeds to subscribe to: those that are needed, listed, and allowed for the account.
 *
 * @module
 */
import { Clock, Effect, Result } from "effect";
import {
  type Asset,
  ASSETS,
  INTERVALS,
  providerOf,
  type VenueProfile,
  windowContaining,
  windowsStartingIn,
} from "../../core/market/mod.ts";
import type { ProviderFailed } from "../../core/port/provider_failure.ts";
import {
  ORACLE_STREAMS,
  type OracleStream,
  targetRule,
  TWAP_WINDOWS_SEC,
  twapStreamOf,
} from "../../core/price/mod.ts";
import { withinDeadline } from "../outbound/mod.ts";
import type { ChainlinkAccount } from "./account.ts";
import { feedKey } from "./feed_table.ts";
import { ORACLE } from "./http_failure.ts";
import { UnixSec } from "../../core/time/mod.ts";

/** A stream is subscribed this many seconds before the windows that need it. */
const AHEAD_SEC = 86_400;

/**
 * Returns the streams of the averages, and those that decide the targets of current and upcoming
 * windows.
 */
export function streamsInForce(
  profile: VenueProfile,
  nowSec: number,
): ReadonlyArray<OracleStream> {
  const range = { startSec: UnixSec(nowSec), endSec: UnixSec(nowSec + AHEAD_SEC) };
  const wanted = new Set<OracleStream>(TWAP_WINDOWS_SEC.map(twapStreamOf));
  for (const interval of INTERVALS.filter((interval) => providerOf(interval) === "oracle")) {
    const open = windowContaining(profile.calendar, interval, range.startSec);
    for (const window of [open, ...windowsStartingIn(profile.calendar, interval, range)]) {
      const rule = targetRule(profile, window);
      if (rule.kind === "report") wanted.add(rule.stream);
    }
  }
  return ORACLE_STREAMS.filter((stream) => wanted.has(stream));
}

/** One stream of one asset, with its feed id. */
export interface StreamFeed {
  readonly asset: Asset;
  readonly stream: OracleStream;
  readonly feedId: string;
}

/** Chooses the feeds again for every connection. */
export interface StreamFeeds {
  /**
   * Returns the feeds to subscribe to now, in a fixed order. Omitted feeds are logged when they
   * change, and reconsidered the next time.
   */
  readonly current: Effect.Effect<ReadonlyArray<StreamFeed>>;
  /**
   * Reports a refused handshake. A handshake is refused as a whole if the account may not read one
   * of the feeds (streams are bought one by one), so the next choice checks each feed.
   */
  readonly refused: () => void;
  /** Returns how soon to choose again, in milliseconds of machine time. */
  readonly againMs: () => number;
}

/** An omitted stream. `unknown`: the provider could not say whether it exists. */
interface OmittedFeed {
  readonly asset: Asset;
  readonly stream: OracleStream;
  readonly why: "unlisted" | "refused" | "unknown";
}

/** How long a refused feed is omitted, in milliseconds: the account may buy it meanwhile. */
const REFUSED_MEMORY_MS = 300_000;
/** How soon feeds that are not listed, or refused, are looked for again. */
const AGAIN_MS = 300_000;
/** The same while the provider could not say whether a feed exists. */
const AGAIN_SOON_MS = 5_000;
/** How long the other feeds wait for one, in milliseconds. */
const ASK_MS_MAX = 3_500;

/** The needed streams, and a callback for missing ones. */
export interface StreamFeedsOptions {
  readonly profile: VenueProfile;
  /**
   * Called for each stream that the provider does not have or does not grant, whenever that is
   * found.
   */
  readonly missing: (asset: Asset, stream: OracleStream) => void;
}

/** Creates the choice for one account. */
export function makeStreamFeeds(
  { client, feedIds }: Pick<ChainlinkAccount, "client" | "feedIds">,
  { profile, missing }: StreamFeedsOptions,
): StreamFeeds {
  /** Until when a feed is omitted. A refused feed must be granted before it returns. */
  const refusedUntilMs = new Map<string, number>();
  let isEachAsked = false;
  let leftOut = "";
  let isUncertain = false;

  const find = (asset: Asset, stream: OracleStream) =>
    soon(feedIds(asset, stream)).pipe(
      Effect.map((feedId): StreamFeed => ({ asset, stream, feedId })),
      Effect.result,
    );

  const isOurs = Effect.fnUntraced(function* ({ feedId }: StreamFeed, isAsked: boolean) {
    const nowMs = yield* Clock.currentTimeMillis;
    const untilMs = refusedUntilMs.get(feedId);
    if (!isAsked && untilMs === undefined) return true;
    if (!isAsked && untilMs !== undefined && nowMs < untilMs) return false;
    const answer = yield* Effect.result(soon(client.latest(feedId)));
    if (Result.isSuccess(answer)) refusedUntilMs.delete(feedId);
    else if (answer.failure.reason === "refused") {
      refusedUntilMs.set(feedId, nowMs + REFUSED_MEMORY_MS);
    }
    return !refusedUntilMs.has(feedId);
  });

  const choose = Effect.fnUntraced(function* (
    { asset, stream }: Pick<StreamFeed, "asset" | "stream">,
    isAsked: boolean,
  ) {
    const found = yield* find(asset, stream);
    if (Result.isSuccess(found)) {
      const isGranted = yield* isOurs(found.success, isAsked);
      return isGranted ? Result.succeed(found.success) : leaveOut("refused");
    }
    return leaveOut(found.failure._tag === "FeedUnlisted" ? "unlisted" : "unknown");

    function leaveOut(why: OmittedFeed["why"]): Result.Result<StreamFeed, OmittedFeed> {
      return Result.fail({ asset, stream, why });
    }
  });

  const logOmitted = Effect.fnUntraced(function* (out: ReadonlyArray<OmittedFeed>) {
    const text = out.map(({ asset, stream }) => feedKey(asset, stream)).join(", ");
    if (text === leftOut) return;
    leftOut = text;
    if (text !== "" && out.every(({ why }) => why === "unlisted")) {
      const log = Effect.logInfo("Receives all feeds that the provider lists");
      return yield* Effect.annotateLogs(log, { provider: ORACLE, unlisted: text });
    }
    yield* Effect.annotateLogs(
      text === ""
        ? Effect.logInfo("Receives all feeds")
        : Effect.logWarning("Cannot receive some feeds"),
      { provider: ORACLE, feeds: text },
    );
  });

  const current = Effect.gen(function* () {
    const nowSec = Math.floor((yield* Clock.currentTimeMillis) / 1000);
    const isAsked = isEachAsked;
    isEachAsked = false;
    const wanted = streamsInForce(profile, nowSec).flatMap((stream) =>
      ASSETS.map((asset) => ({ asset, stream }))
    );
    const chosen = yield* Effect.forEach(wanted, (one) => choose(one, isAsked), {
      concurrency: "unbounded",
    });
    const granted = chosen.filter(Result.isSuccess).map(({ success }) => success);
    const out = chosen.filter(Result.isFailure).map(({ failure }) => failure);
    isUncertain = out.some(({ why }) => why === "unknown");
    // If every feed is refused, the account is; connecting again reports that.
    if (granted.length === 0) refusedUntilMs.clear();
    else for (const { asset, stream, why } of out) if (why !== "unknown") missing(asset, stream);
    yield* logOmitted(out);
    return granted;
  });

  return {
    current,
    refused: () => void (isEachAsked = true),
    againMs: () => isUncertain ? AGAIN_SOON_MS : AGAIN_MS,
  };
}

function soon<A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A, E | ProviderFailed> {
  return withinDeadline(effect, {
    provider: ORACLE,
    timeoutMs: ASK_MS_MAX,
  });
}
