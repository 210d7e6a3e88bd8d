/**
 * The venue's own door: answers as the order book of the venue does, so that its own clients run
 * against paper wallets.
 *
 * @module
 */
import type { Effect, Option } from "effect";
import { Elysia, t } from "elysia";
import type { TradingWallet } from "../../../core/use_case/order/mod.ts";
import type { WalletOnSignIn } from "../../../core/use_case/paper/mod.ts";
import { answers } from "../edge/answer/answers.ts";
import { edge } from "../edge/edge.ts";
import type { SocketEndpoint, TextBody } from "../edge/edge_path.ts";
import type { Gate, HandlerCall } from "../edge/gate.ts";
import { otherMethods } from "../edge/other_methods.ts";
import { strict } from "../wire/kind.ts";
import { Text } from "../wire/text.ts";
import { type DoorPorts as VenueDoorPorts, makeDoorCalls } from "./door_calls.ts";
import { DOOR } from "./door_path.ts";
import { venueAnswer } from "./door_refusal.ts";
import { upgradeRequired } from "./door_sockets.ts";

/** What the door needs of the world. */
export type { VenueDoorPorts };

/** What the door is made of. */
export interface VenueDoorParts {
  /** What any address gets that signs in; none where only those may that were named. */
  readonly welcome: Option.Option<WalletOnSignIn>;
  readonly sockets: { readonly market: SocketEndpoint; readonly user: SocketEndpoint };
}

const Id = strict({ id: Text({ maxLength: 100 }) });

/** What every route declares. Objects of their own: each is one route. */
const open = () => ({
  access: "public" as const,
  isHidden: true,
  hasScriptQuery: true,
  response: answers("plain", { 200: t.Unknown() }),
});
/** A route whose callers sign their requests. */
const signed = () => ({ ...open(), isSigned: true, isCompressed: false });
const withBody = () => ({ takesText: true });

/** The routes. */
export function venueDoor<Ports>(
  gate: Gate<Ports | VenueDoorPorts>,
  { welcome, sockets }: VenueDoorParts,
) {
  const calls = makeDoorCalls(welcome);
  const { ofCaller } = calls;
  /** Answers a caller that has signed its request. */
  const own = <E, R>(
    call: HandlerCall,
    answer: (wallet: TradingWallet) => Effect.Effect<unknown, E, R>,
  ) => venueAnswer(ofCaller(call, "", answer));
  /** The same, of a request with a body. */
  const ownText = <E, R>(
    call: HandlerCall,
    { text }: TextBody,
    answer: (text: string, wallet: TradingWallet) => Effect.Effect<unknown, E, R>,
  ) => venueAnswer(ofCaller(call, text, (wallet) => answer(text, wallet)));
  const query = (call: HandlerCall) => new URL(call.request.url).searchParams;

  return new Elysia({ name: "venue door", prefix: DOOR })
    .use(edge(gate, "plain"))
    .get("/ok", ({ answer }) => answer({ body: "OK" as unknown }), open())
    .get("/time", ({ call, answer }) => answer(calls.time(call)), open())
    .get("/version", ({ answer }) => answer({ body: calls.version }), open())
    .get("/book", ({ call, answer }) => answer(calls.one("book", query(call))), open())
    .get("/price", ({ call, answer }) => answer(calls.one("price", query(call))), open())
    .get("/midpoint", ({ call, answer }) => answer(calls.one("midpoint", query(call))), open())
    .get("/spread", ({ call, answer }) => answer(calls.one("spread", query(call))), open())
    .get(
      "/last-trade-price",
      ({ call, answer }) => answer(calls.one("last-trade-price", query(call))),
      open(),
    )
    .post("/books", ({ textBody, answer }) => answer(calls.many("book", textBody)), {
      ...open(),
      ...withBody(),
    })
    .post("/prices", ({ textBody, answer }) => answer(calls.many("price", textBody)), {
      ...open(),
      ...withBody(),
    })
    .post("/midpoints", ({ textBody, answer }) => answer(calls.many("midpoint", textBody)), {
      ...open(),
      ...withBody(),
    })
    .post("/spreads", ({ textBody, answer }) => answer(calls.many("spread", textBody)), {
      ...open(),
      ...withBody(),
    })
    .post(
      "/last-trades-prices",
      ({ textBody, answer }) => answer(calls.many("last-trade-price", textBody)),
      { ...open(), ...withBody() },
    )
    .get("/tick-size", ({ call, answer }) => answer(calls.fact("tick-size", query(call))), open())
    .get("/neg-risk", ({ call, answer }) => answer(calls.fact("neg-risk", query(call))), open())
    .get("/fee-rate", ({ call, answer }) => answer(calls.fact("fee-rate", query(call))), open())
    .get("/markets-by-token/:id", ({ params, answer }) => answer(calls.marketOfToken(params.id)), {
      ...open(),
      params: Id,
    })
    .get("/clob-markets/:id", ({ params, answer }) => answer(calls.market(params.id)), {
      ...open(),
      params: Id,
    })
    .post("/auth/api-key", ({ call, answer }) => answer(calls.key(call, "create")), signed())
    .get("/auth/derive-api-key", ({ call, answer }) => answer(calls.key(call, "derive")), signed())
    .get("/auth/api-keys", ({ call, answer }) => answer(own(call, calls.keys)), signed())
    .get(
      "/auth/ban-status/closed-only",
      ({ call, answer }) => answer(own(call, calls.closedOnly)),
      signed(),
    )
    .post("/order", ({ call, textBody, answer }) => answer(ownText(call, textBody, calls.place)), {
      ...signed(),
      ...withBody(),
    })
    .post(
      "/orders",
      ({ call, textBody, answer }) => answer(ownText(call, textBody, calls.placeMany)),
      { ...signed(), ...withBody() },
    )
    .delete(
      "/order",
      ({ call, textBody, answer }) => answer(ownText(call, textBody, calls.cancel)),
      { ...signed(), ...withBody() },
    )
    .delete(
      "/orders",
      ({ call, textBody, answer }) => answer(ownText(call, textBody, calls.cancelMany)),
      { ...signed(), ...withBody() },
    )
    .delete("/cancel-all", ({ call, answer }) => answer(own(call, calls.cancelAll)), signed())
    .delete(
      "/cancel-market-orders",
      ({ call, textBody, answer }) => answer(ownText(call, textBody, calls.cancelOfMarket)),
      { ...signed(), ...withBody() },
    )
    .get(
      "/data/orders",
      ({ call, answer }) => answer(own(call, (wallet) => calls.orders(query(call), wallet))),
      signed(),
    )
    .get(
      "/data/order/:id",
      ({ call, params, answer }) => answer(own(call, (wallet) => calls.order(params.id, wallet))),
      { ...signed(), params: Id },
    )
    .get(
      "/data/trades",
      ({ call, answer }) => answer(own(call, (wallet) => calls.trades(query(call), wallet))),
      signed(),
    )
    .get(
      "/balance-allowance",
      ({ call, answer }) => answer(own(call, (wallet) => calls.balance(query(call), wallet))),
      signed(),
    )
    // What is on paper is always read anew.
    .get(
      "/balance-allowance/update",
      ({ call, answer }) => answer(own(call, (wallet) => calls.balance(query(call), wallet))),
      signed(),
    )
    .post(
      "/v1/heartbeats",
      ({ call, textBody, answer }) => answer(ownText(call, textBody, calls.heartbeat)),
      { ...signed(), ...withBody() },
    )
    .get("/ws/market", ({ answer }) => answer(upgradeRequired), {
      ...open(),
      access: "unlimited" as const,
      socket: sockets.market,
    })
    .get("/ws/user", ({ answer }) => answer(upgradeRequired), {
      ...open(),
      access: "unlimited" as const,
      socket: sockets.user,
    })
    .use(otherMethods);
}
