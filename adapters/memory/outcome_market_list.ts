/**
 * A secondary venue of which tests say what it lists, and the plainest reading of the port.
 *
 * @module
 */
import { Effect } from "effect";
import { OutcomeMarketList, type OutcomeMids, type ProviderFailed } from "../../core/port/mod.ts";
import type { OutcomeMarket } from "../../core/venue2/mod.ts";

/** What it says, until it is told to say something else. */
export interface StagedMarkets {
  listed: ReadonlyArray<OutcomeMarket>;
  mids: OutcomeMids;
  /** Whether each is told without asking anybody. */
  isCached: { readonly listed: boolean; readonly mids: boolean };
  /** Said instead, as long as it is there. */
  failure: ProviderFailed | undefined;
}

/** Nothing is listed. */
export function makeStagedMarkets(): StagedMarkets {
  return {
    listed: [],
    mids: new Map(),
    isCached: { listed: true, mids: true },
    failure: undefined,
  };
}

/** The list of what is staged. */
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
