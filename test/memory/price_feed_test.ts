import { Effect } from "effect";
import { INTERVALS } from "../../core/market/mod.ts";
import { priceFeedContract } from "../contract/price_feed_contract.ts";
import { makeStagedFeed, openingAmong } from "./price_feed.ts";

priceFeedContract({
  name: "memory",
  intervals: INTERVALS,
  stage: (facts) => Effect.succeed(makeStagedFeed(openingAmong(facts))),
});
