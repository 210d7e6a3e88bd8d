/**
 * Which feeds to listen to: those that are needed, can be found, and are ours to read.
 *
 * @module
 */
import { Clock, Effect, Result } from "effect";
import { type Asset, ASSETS, type VenueProfile } from "../../core/market/mod.ts";
import { ProviderFailed } from "../../core/port/mod.ts";
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

/** An account that was refused a feed may have bought it since. */
const REFUSED_MEMORY_MS = 300_000;
/** The other feeds do not wait any longer for one. */
const ASK_MS_MAX = 3_500;

/** Makes the choice for one account. */
export function makeStreamFeeds(
  { client, feedIds }: Pick<ChainlinkAccount, "client" | "feedIds">,
  profile: VenueProfile,
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

  const tellLeftOut = Effect.fnUntraced(function* (names: ReadonlyArray<string>) {
    const text = names.join(", ");
    if (text === leftOut) return;
    leftOut = text;
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
    const heard = yield* Effect.forEach(wanted, ({ asset, stream }) =>
      Effect.gen(function* () {
        const found = yield* find(asset, stream);
        if (Result.isFailure(found) || !(yield* isOurs(found.success, isAsked))) return [];
        return [found.success];
      }), { concurrency: "unbounded" });
    // Who is refused every feed is refused as an account, and hears of it by connecting again.
    if (heard.every(({ length }) => length === 0)) refusedUntilMs.clear();
    yield* tellLeftOut(
      wanted.flatMap(({ asset, stream }, at) => heard[at]?.[0] ? [] : [feedKey(asset, stream)]),
    );
    return heard.flat();
  });

  return { current, refused: () => void (isEachAsked = true) };
}

function soon<A>(effect: Effect.Effect<A, ProviderFailed>): Effect.Effect<A, ProviderFailed> {
  return withinDeadline(effect, {
    provider: ORACLE,
    timeoutMs: ASK_MS_MAX,
  });
}
