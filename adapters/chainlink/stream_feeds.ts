/**
 * Which feeds to listen to: those that are needed, can be found, and are ours to read.
 *
 * @module
 */
import { Clock, Effect, Result } from "effect";
import { type Asset, ASSETS, type VenueProfile } from "../../core/market/mod.ts";
import type { ProviderFailed } from "../../core/port/mod.ts";
import type { OracleStream } from "../../core/price/mod.ts";
import { withinDeadline } from "../outbound/mod.ts";
import type { ChainlinkAccount } from "./account.ts";
import { feedKey } from "./feed_table.ts";
import { ORACLE } from "./status.ts";
import { streamsInForce } from "./streams_in_force.ts";

/** One stream of one asset, and its id. */
export interface StreamFeed {
  readonly asset: Asset;
  readonly stream: OracleStream;
  readonly feedId: string;
}

/** Chooses the feeds anew for every connection. */
export interface StreamFeeds {
  /**
   * What to listen to now, in a fixed order. What is left out is logged when that changes, and
   * considered again the next time.
   */
  readonly current: Effect.Effect<ReadonlyArray<StreamFeed>>;
  /**
   * The handshake was refused. It is refused as a whole if the account may not read one of the
   * feeds (streams are bought one by one), so the next time each is asked for alone.
   */
  readonly refused: () => void;
}

/** A stream that is not listened to. `unknown`: whether there is one could not be found out. */
interface LeftOut {
  readonly asset: Asset;
  readonly stream: OracleStream;
  readonly why: "unlisted" | "refused" | "unknown";
}

/** An account that was refused a feed may have bought it since. */
const REFUSED_MEMORY_MS = 300_000;
/** The other feeds do not wait any longer for one. */
const ASK_MS_MAX = 3_500;

/** What is chosen from, and who is told of what cannot be. */
export interface StreamFeedsOptions {
  readonly profile: VenueProfile;
  /** Called for each stream that the provider has not, or not for us, whenever that is found. */
  readonly missing: (asset: Asset, stream: OracleStream) => void;
}

/** Makes the choice for one account. */
export function makeStreamFeeds(
  { client, feedIds }: Pick<ChainlinkAccount, "client" | "feedIds">,
  { profile, missing }: StreamFeedsOptions,
): StreamFeeds {
  /** Until when a feed is left out. Once refused, it has to be granted before it comes back. */
  const refusedUntilMs = new Map<string, number>();
  let isEachAsked = false;
  let leftOut = "";

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
      const isHeard = yield* isOurs(found.success, isAsked);
      return isHeard ? Result.succeed(found.success) : leaveOut("refused");
    }
    return leaveOut(found.failure._tag === "FeedUnlisted" ? "unlisted" : "unknown");

    function leaveOut(why: LeftOut["why"]): Result.Result<StreamFeed, LeftOut> {
      return Result.fail({ asset, stream, why });
    }
  });

  const tellLeftOut = Effect.fnUntraced(function* (out: ReadonlyArray<LeftOut>) {
    const text = out.map(({ asset, stream }) => feedKey(asset, stream)).join(", ");
    if (text === leftOut) return;
    leftOut = text;
    if (text !== "" && out.every(({ why }) => why === "unlisted")) {
      const log = Effect.logInfo("Hears all feeds that the provider lists");
      return yield* Effect.annotateLogs(log, { provider: ORACLE, unlisted: text });
    }
    yield* Effect.annotateLogs(
      text === "" ? Effect.logInfo("Hears all feeds") : Effect.logWarning("Cannot hear some feeds"),
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
    const heard = chosen.filter(Result.isSuccess).map(({ success }) => success);
    const out = chosen.filter(Result.isFailure).map(({ failure }) => failure);
    // Who is refused every feed is refused as an account, and hears of it by connecting again.
    if (heard.length === 0) refusedUntilMs.clear();
    else for (const { asset, stream, why } of out) if (why !== "unknown") missing(asset, stream);
    yield* tellLeftOut(out);
    return heard;
  });

  return { current, refused: () => void (isEachAsked = true) };
}

function soon<A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A, E | ProviderFailed> {
  return withinDeadline(effect, {
    provider: ORACLE,
    timeoutMs: ASK_MS_MAX,
  });
}
