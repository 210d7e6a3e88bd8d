/**
 * What each call of the door does.
 *
 * @module
 */
import { Effect, type Option, Redacted } from "effect";
import type { TradingWallet } from "../../../core/use_case/order/mod.ts";
import type { WalletOnSignIn } from "../../../core/use_case/paper/mod.ts";
import type { TextBody } from "../edge/edge_path.ts";
import type { HandlerCall } from "../edge/gate.ts";
import { balanceOf, makeHeartbeats } from "./account_calls.ts";
import { callerOf, keyOfSigner } from "./caller.ts";
import { cancelAll, cancelMany, cancelOfMarket, cancelOne } from "./cancel_calls.ts";
import { venueAnswer } from "./door_refusal.ts";
import {
  type BookQuestion,
  manyBooks,
  marketOfToken,
  oneBook,
  shortMarket,
  tokenFact,
} from "./market_calls.ts";
import { placeMany, placeOne } from "./place_calls.ts";
import { orderOf, ordersOf, tradesOf } from "./read_calls.ts";

/** Of the venue as a whole, not of a market. The official client asks it before each order. */
const VERSION = 2;

/** What the door needs of the world. */
export type DoorPorts = Effect.Services<
  ReturnType<
    | typeof balanceOf
    | ReturnType<typeof makeHeartbeats>
    | typeof callerOf
    | typeof cancelAll
    | typeof cancelMany
    | typeof cancelOfMarket
    | typeof cancelOne
    | typeof keyOfSigner
    | typeof manyBooks
    | typeof marketOfToken
    | typeof oneBook
    | typeof orderOf
    | typeof ordersOf
    | typeof placeMany
    | typeof placeOne
    | typeof shortMarket
    | typeof tokenFact
    | typeof tradesOf
  >
>;

/** Makes the calls. `welcome`: what any address gets that signs in. */
export function makeDoorCalls(welcome: Option.Option<WalletOnSignIn>) {
  return {
    /** Answers the wallet whose API key has signed a request with this body. */
    ofCaller: <E, R>(
      call: HandlerCall,
      body: string,
      answer: (wallet: TradingWallet) => Effect.Effect<unknown, E, R>,
    ) => Effect.flatMap(callerOf(call, body), answer),
    time: ({ nowMs }: HandlerCall) => ({ body: Math.floor(nowMs / 1000) as unknown }),
    version: { version: VERSION } as unknown,
    one: (question: BookQuestion, query: URLSearchParams) => venueAnswer(oneBook(question, query)),
    many: (question: BookQuestion, { text }: TextBody) => venueAnswer(manyBooks(question, text)),
    fact: (fact: Parameters<typeof tokenFact>[0], query: URLSearchParams) =>
      venueAnswer(tokenFact(fact, query)),
    marketOfToken: (tokenId: string) => venueAnswer(marketOfToken(tokenId)),
    market: (conditionId: string) => venueAnswer(shortMarket(conditionId)),
    key: (call: HandlerCall, wanted: "create" | "derive") =>
      venueAnswer(Effect.map(keyOfSigner(call, wanted, welcome), keyAnswer)),
    keys: ({ owner }: TradingWallet) => Effect.succeed({ apiKeys: [owner] }),
    closedOnly: () => Effect.succeed({ closed_only: false }),
    place: placeOne,
    placeMany,
    cancel: cancelOne,
    cancelMany,
    cancelAll,
    cancelOfMarket,
    orders: ordersOf,
    order: orderOf,
    trades: tradesOf,
    balance: balanceOf,
    heartbeat: makeHeartbeats(),
  };
}

function keyAnswer({ owner, holder: { credentials } }: TradingWallet) {
  return {
    apiKey: owner,
    secret: Redacted.value(credentials.secret),
    passphrase: Redacted.value(credentials.passphrase),
  };
}
