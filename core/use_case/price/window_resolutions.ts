/**
 * The primary venue's resolutions of windows.
 *
 * @module
 */
import { Data, Effect, Option, Result } from "effect";
import type { Asset, Interval, MarketWindow } from "../../market/mod.ts";
import { EventCatalog, type NotListed } from "../../port/event_catalog.ts";
import type { ProviderFailed } from "../../port/provider_failure.ts";
import { Resolutions } from "../../port/resolutions.ts";
import type { RequestRejected } from "../../request.ts";
import { type Resolution, upDownMarketOf } from "../../venue/mod.ts";
import { openedWindows, refuseTooMany, type RequestedRange } from "./opened_range.ts";
import { RangeBudget } from "./range_budget.ts";
import { Venue } from "../venue/venue.ts";

/** The venue's listing for a window is not a single market of Up and Down. */
export class ResolutionUnclear extends Data.TaggedError("ResolutionUnclear")<{
  readonly slug: string;
  readonly because: string;
}> {
  override get message(): string {
    return `Cannot read the resolution of slug "${this.slug}": ${this.because}`;
  }
}

/** The result for one window; the resolution is none if the venue does not have one. */
export type ResolutionResult = Result.Result<
  Option.Option<Resolution>,
  NotListed | ProviderFailed | ResolutionUnclear
>;

/** One result per window, in order; none if it was not fetched in time. */
export interface WindowResolutions {
  readonly results: ReadonlyArray<Option.Option<ResolutionResult>>;
  readonly leftCount: number;
  readonly isCached: boolean;
}

/** The most windows per answer: each needs a catalog call and a data service call. */
export const RESOLUTIONS_MAX = 50;

/** The number of windows of one answer that are fetched in parallel. */
const CONCURRENT_WINDOWS = 4;

/** Refuses a range with more windows than one answer may have with resolutions. */
export const refuseTooManyResolutions = Effect.fnUntraced(function* (
  interval: Interval,
  range: RequestedRange,
): Effect.fn.Return<void, RequestRejected> {
  const { length: count } = yield* openedWindows(interval, range);
  const what = "windows with resolutions";
  yield* Effect.fromResult(refuseTooMany(range, { count, max: RESOLUTIONS_MAX, what }));
});

/** Fetches each window separately within the budget, so that no failure hides the others. */
export const windowResolutions = Effect.fn("windowResolutions")(function* (
  { asset, windows }: { readonly asset: Asset; readonly windows: ReadonlyArray<MarketWindow> },
) {
  const { profile } = yield* Venue;
  const results = windows.map((): Option.Option<ResolutionResult> => Option.none());
  let isCached = true;
  const resolve = Effect.fnUntraced(function* (window: MarketWindow, index: number) {
    const asked = yield* Effect.result(resolutionOf(profile.slugOf(asset, window)));
    isCached &&= Result.isSuccess(asked) && asked.success.isCached;
    results[index] = Option.some(Result.map(asked, ({ value }) => value));
  });
  yield* Effect.forEach(windows, resolve, { concurrency: CONCURRENT_WINDOWS, discard: true }).pipe(
    Effect.raceFirst(yield* RangeBudget),
  );
  yield* logFailure(results);
  const leftCount = results.filter(Option.isNone).length;
  return { results, leftCount, isCached: isCached && leftCount === 0 } satisfies WindowResolutions;
});

const resolutionOf = Effect.fnUntraced(function* (slug: string) {
  const event = yield* (yield* EventCatalog).event({ by: "slug", slug }, "lasting");
  const market = yield* Effect.fromResult(
    Result.mapError(upDownMarketOf(event.value), (because) => unclear(slug, because)),
  );
  if (Option.isNone(market.conditionId)) return yield* unclear(slug, "it has no condition yet");
  const { value, isCached } = yield* (yield* Resolutions).of(market.conditionId.value);
  const payouts = Option.getOrUndefined(Option.flatMap(value, ({ payoutsE6 }) => payoutsE6));
  if (payouts !== undefined && payouts.length !== market.outcomes.length) {
    return yield* unclear(slug, `it pays ${payouts.length} outcomes`);
  }
  return { value, isCached: isCached && event.isCached };
});

function unclear(slug: string, because: string): ResolutionUnclear {
  return new ResolutionUnclear({ slug, because });
}

const CAUSE_CHARS_MAX = 300;

/** Logs the first failure, once per answer. Only the log contains the cause. */
function logFailure(
  results: ReadonlyArray<Option.Option<ResolutionResult>>,
): Effect.Effect<void> {
  for (const result of results) {
    const failure = Option.getOrUndefined(Option.flatMap(result, Result.getFailure));
    if (failure === undefined || failure._tag === "NotListed") continue;
    const detail = failure._tag === "ProviderFailed" ? String(failure.cause) : failure.because;
    return Effect.annotateLogs(Effect.logWarning(failure.message), {
      detail: detail.slice(0, CAUSE_CHARS_MAX),
    });
  }
  return Effect.void;
}
