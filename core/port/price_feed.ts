/**
 * Port: the opening prices of windows, as price providers publish them.
 *
 * @module
 */
import { Context, type Effect, type Result, Schema } from "effect";
import type { Provider } from "../market/mod.ts";
import type { Target, TargetQuery } from "../price/mod.ts";
import { toIso, UnixSec } from "../time/mod.ts";
import type { ProviderFailed, ProviderOff } from "./provider_failure.ts";

/** The provider answered and has no price for that window (or none yet, if it just opened). */
export class PriceMissing extends Schema.TaggedError<PriceMissing>()("PriceMissing", {
  asset: Schema.String,
  interval: Schema.String,
  startSec: Schema.Int,
  /** True while a later query may still find one: nothing was published yet. */
  isPending: Schema.Boolean,
}) {
  override get message(): string {
    const openedAt = toIso(UnixSec(this.startSec));
    const window = `the ${this.interval} window of ${this.asset} that opened at ${openedAt}`;
    return this.isPending
      ? `Cannot give the target of ${window}: not published yet`
      : `Cannot give the target of ${window}: no price exists`;
  }
}

/** Why a window has no target. */
export type OpeningFailure = PriceMissing | ProviderFailed | ProviderOff;

/** The result for one window: its target, or why there is none. */
export type OpeningResult = Result.Result<Target, OpeningFailure>;

/** A source of opening prices. */
export interface PriceFeed {
  /**
   * Splits a list of queries into groups that about one provider call each can answer.
   *
   * Every query is in exactly one group. A group of one is answered with the provider's most exact
   * evidence; a larger one may use its bulk interface, with the same price.
   */
  readonly groups: (
    queries: ReadonlyArray<TargetQuery>,
  ) => ReadonlyArray<ReadonlyArray<TargetQuery>>;

  /**
   * Fetches the opening prices of one group, in its order. Never fails as a whole: a failed call is
   * the result of each query it was made for. A price is final unless its evidence marks it
   * provisional.
   */
  readonly openings: (
    group: ReadonlyArray<TargetQuery>,
  ) => Effect.Effect<ReadonlyArray<OpeningResult>>;
}

/** The feed of each price provider. */
export class PriceFeeds extends Context.Service<
  PriceFeeds,
  Readonly<Record<Provider, PriceFeed>>
>()("core/port/PriceFeeds") {}
