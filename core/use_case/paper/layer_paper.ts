/**
 * The venue's ports with paper wallets beside the real ones.
 *
 * @module
 */
import { Effect, Layer } from "effect";
import { ChainBalances } from "../../port/chain_balances.ts";
import { ChainLogs, ChainRoad } from "../../port/chain_road.ts";
import { HeartbeatVenue } from "../../port/heartbeat_venue.ts";
import { OrderNewsFeed } from "../../port/order_news.ts";
import { OrderVenue } from "../../port/order_venue.ts";
import { isOnPaper } from "./on_paper.ts";
import { layerPaperAccounts } from "./paper_accounts.ts";
import { makePaperBalances, makePaperLogs, makePaperRoad } from "./paper_chain.ts";
import { makePaperOrderNews } from "./paper_order_news.ts";
import { makePaperOrderVenue } from "./paper_order_venue.ts";

/** Nothing on paper ends by itself while its owner's service is gone: it is not matched either. */
const makePaperHeartbeats = Effect.gen(function* () {
  const venue = yield* HeartbeatVenue;
  return HeartbeatVenue.of({
    beat: ({ holder, heartbeatId }) =>
      isOnPaper(holder)
        ? Effect.succeed({ kind: "accepted", nextId: heartbeatId })
        : venue.beat({ holder, heartbeatId }),
  });
});

/** Provides them in place of those that serve real wallets alone, which it needs. */
export const layerPaper = Layer.mergeAll(
  Layer.effect(OrderVenue, makePaperOrderVenue),
  Layer.effect(OrderNewsFeed, makePaperOrderNews),
  Layer.effect(HeartbeatVenue, makePaperHeartbeats),
  Layer.effect(ChainRoad, makePaperRoad),
  Layer.effect(ChainBalances, makePaperBalances),
  Layer.effect(ChainLogs, makePaperLogs),
).pipe(Layer.provideMerge(layerPaperAccounts));
