/**
 * Port: the opening prices of windows, as one provider publishes them.
 *
 * @module
 */
import { Context, type Effect, type Result, Schema } from "effect";
import type { Provider } from "../market/mod.ts";
import type { Target, TargetQuery } from "../price/mod.ts";
import { toIso, UnixSec } from "../time/mod.ts";
import type { ProviderFailed, ProviderOff } from "./provider_failure.ts";

/** The provider answered, and has no price for that window (yet, if the window is young). */
export class PriceMissing extends Schema.TaggedError<PriceMissing>()("PriceMissing", {
  asset: Schema.String,
  interval: Schema.String,
  startSec: Schema.Int,
  /** True while a later question may still find one: nothing was published yet. */
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

/** What is known of one window after asking. */
export type OpeningResult = Result.Result<Target, OpeningFailure>;

/** A source of opening prices. */
export interface PriceFeed {
  /**
   * Cuts a list of questions into groups that one call of the provider answers, or about one.
   *
   * Every question is in exactly one group. Groups of one are answered with the provider's most
   * exact evidence; larger ones may come from its bulk interface, at the same price.
   */
  readonly groups: (
    queries: ReadonlyArray<TargetQuery>,
  ) => ReadonlyArray<ReadonlyArray<TargetQuery>>;

  /**
   * The opening prices of one group, in its order. Never fails as a whole: a call that broke is
   * the result of each question it was made for. A price may be provisional where its evidence
   * says so; any other is final.
   */
  readonly openings: (
    group: ReadonlyArray<TargetQuery>,
  ) => Effect.Effect<ReadonlyArray<OpeningResult>>;
}

/** The feed of every provider. */
export class PriceFeeds extends Context.Service<
  PriceFeeds,
  Readonly<Record<Provider, PriceFeed>>
>()("core/port/PriceFeeds") {}
