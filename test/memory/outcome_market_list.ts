/**
 * A secondary venue with a staged listing: for tests, and the reference implementation of the port.
 *
 * @module
 */
import { Effect } from "effect";
import { OutcomeMarketList, type OutcomeMids } from "../../core/port/outcome_market_list.ts";
import type { ProviderFailed } from "../../core/port/provider_failure.ts";
import type { OutcomeMarket } from "../../core/venue2/mod.ts";

/** The staged answers; tests replace them. */
export interface StagedMarkets {
  listed: ReadonlyArray<OutcomeMarket>;
  mids: OutcomeMids;
  /** Whether each answer counts as cached. */
  isCached: { readonly listed: boolean; readonly mids: boolean };
  /** The failure of every call while it is set. */
  failure: ProviderFailed | undefined;
}

/** Creates an empty listing. */
export function makeStagedMarkets(): StagedMarkets {
  return {
    listed: [],
    mids: new Map(),
    isCached: { listed: true, mids: true },
    failure: undefined,
  };
}

/** Creates the port over staged answers. */
export function makeMemoryOutcomeMarketList(staged: StagedMarkets): OutcomeMarketList["Service"] {
  const say = <A>(answer: () => A) =>
    Effect.suspend(() =>
      staged.failure === undefined ? Effect.sync(answer) : Effect.fail(staged.failure)
    );
  return OutcomeMarketList.of({
    listed: say(() => ({ value: staged.listed, isCached: staged.isCached.listed })),
    look: say(() => staged.listed),
    mids: say(() => ({ value: staged.mids, isCached: staged.isCached.mids })),
  });
}
