import { Effect } from "effect";
import { makeMemoryOutcomeMarketList, makeStagedMarkets } from "./outcome_market_list.ts";
import { ProviderFailed } from "../../core/port/mod.ts";
import { outcomeMarketListContract } from "../contract/outcome_market_list_contract.ts";

const FAILURE = new ProviderFailed({ provider: "staged", reason: "unreachable", cause: "" });

outcomeMarketListContract({
  name: "memory",
  run: (body) => {
    const staged = makeStagedMarkets();
    return Effect.runPromise(body({
      list: makeMemoryOutcomeMarketList(staged),
      stage: (markets) => Effect.sync(() => void (staged.listed = markets)),
      price: (mids) => Effect.sync(() => void (staged.mids = mids)),
      fail: Effect.sync(() => void (staged.failure = FAILURE)),
      age: Effect.void,
    }));
  },
});
