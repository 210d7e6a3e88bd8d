/**
 * The simulated order book of the primary venue: API keys, balances, books and orders.
 *
 * @module
 */
import { Result } from "effect";
import { type Answer } from "../../kit/answer.ts";
import { type SimulatedProvider, type SimulatorRequest } from "../../kit/simulator.ts";
import { type Hex } from "../chain/contract_call.ts";
import { proxyOf, safeOf } from "../relayer/derived_wallet.ts";
import { makeAccountControl } from "./account_control.ts";
import { balanceAllowance, refuseQuestion } from "./balance_allowance.ts";
import { makeBookControl } from "./book_control.ts";
import { makeChainControl } from "./chain_control.ts";
import { makeFunders } from "./funders.ts";
import { heartbeatCalls } from "./heartbeat_calls.ts";
import { type L1Caller, readL1 } from "./l1_request.ts";
import { type L2Caller, readL2 } from "./l2_request.ts";
import { ledgerItem } from "./ledger_item.ts";
import { makeModeControl } from "./mode_control.ts";
import { orderCalls } from "./order_calls.ts";
import { answerPublic } from "./public_calls.ts";
import { makeRateBuckets } from "./rate_bucket.ts";
import { REFUSAL, refusedWith } from "./refusal.ts";
import { makeSettlementControl } from "./settlement_control.ts";
import { makeTouchLog } from "./touch_log.ts";
import { type VenueParts } from "./venue_parts.ts";
import { learnWallet } from "./learn_wallet.ts";
import { makeVenueSockets } from "./venue_sockets.ts";

/** Of the venue as a whole, not of a market. The official client asks it before each order. */
const VERSION = 2;

/** Answers one method of one path. */
type Endpoint = (request: SimulatorRequest) => Answer | Promise<Answer>;

/** Makes the simulator. Simulators of one seed issue the same API keys. */
export function makeClobSimulator(parts: VenueParts): SimulatedProvider {
  const { accounts, builderKeys, clock, engine, keys, ledger, markets, seed, settling, state } =
    parts;
  const funders = makeFunders(parts.kept);
  const touches = makeTouchLog();

  /** Calls signed by the key of an address. */
  const l1 = (answer: (caller: L1Caller) => Answer): Endpoint => async (request) => {
    const caller = await readL1(request);
    return caller === undefined ? REFUSAL.l1 : answer(caller);
  };
  /** Calls signed by an API key. */
  const l2 =
    (answer: (caller: L2Caller, request: SimulatorRequest) => Answer | Promise<Answer>): Endpoint =>
    (request) => {
      const caller = readL2(request, keys);
      return caller === undefined ? REFUSAL.l2 : answer(caller, request);
    };
  /** A key's wallet without an order that names it; of a deposit wallet, if anything has. */
  const derivedWallet = (address: Hex, signatureType: string | null): string | undefined => {
    switch (signatureType) {
      case "0":
        return address;
      case "1":
        return proxyOf(address);
      case "2":
        return safeOf(address);
      case "3":
        return parts.wallets.depositWalletOf(address);
      default:
        return undefined;
    }
  };
  const payerOf = ({ address }: L2Caller, signatureType: string | null) => {
    const known = funders.of(address, signatureType);
    const maker = known ?? derivedWallet(address as Hex, signatureType) ?? "";
    return accounts.payerOf({ maker, signer: address });
  };

  const endpoints = new Map<string, Endpoint>([
    ["GET /time", () => answered(Math.floor(clock.nowMs() / 1000))],
    ["GET /version", () => answered({ version: VERSION })],
    [
      "POST /auth/api-key",
      l1(({ address, nonce }) => answered(keys.create(address, nonce), REFUSAL.create)),
    ],
    [
      "GET /auth/derive-api-key",
      l1(({ address, nonce }) => answered(keys.derive(address, nonce), REFUSAL.derive)),
    ],
    [
      "POST /auth/builder-api-key",
      l2(({ address }) => {
        const { apiKey: key, secret, passphrase } = builderKeys.create(address);
        return answered({ key, secret, passphrase });
      }),
    ],
    [
      "GET /auth/ban-status/closed-only",
      l2(({ address }) => answered({ closed_only: accounts.of(address).isClosedOnly })),
    ],
    [
      "GET /balance-allowance",
      l2((caller, { query }) => {
        engine.tend();
        const payer = payerOf(caller, query.get("signature_type"));
        return refuseQuestion(query) ?? balanceAllowance(query, {
          account: accounts.of(payer),
          unsettledOf: (tokenId) => settling.unsettled(payer, tokenId),
          versionOf: (tokenId) => markets.byToken(tokenId)?.version,
        });
      }),
    ],
    // Chain state is always current here, so there is nothing to refresh.
    [
      "GET /balance-allowance/update",
      l2((_, { query }) => refuseQuestion(query) ?? answered("")),
    ],
  ]);
  const calls = orderCalls({
    ...parts,
    buckets: makeRateBuckets({ nowMs: Date.now, clock, seed }),
    onTaken(placed) {
      funders.learn(placed);
      learnWallet(placed, parts.wallets);
    },
  });
  for (const [name, call] of [...calls, ...heartbeatCalls(parts)]) {
    endpoints.set(name, l2((caller, request) => call({ caller, request })));
  }
  const find = parts.books.book;

  return {
    name: "venue-orders",
    controls: new Map([
      ["PUT /__account", makeAccountControl(parts)],
      ["PUT /__book", makeBookControl(parts)],
      ["PUT /__mode", makeModeControl(parts)],
      ["POST /__settlement", makeSettlementControl(parts)],
      ["POST /__chain", makeChainControl(parts)],
      ["GET /__orders", () => {
        engine.tend();
        return Result.succeed({ orders: ledger.all().map(ledgerItem) });
      }],
      ["DELETE /__touches", () => Result.succeed({ frames: touches.take() })],
    ]),
    failure: refusedWith,
    upgrade: makeVenueSockets({
      ...parts,
      books: { book: find, market: markets.byToken, nowMs: clock.nowMs },
      touches,
    }),
    answer(request) {
      const { method, path } = request;
      const refusal = state.refuseCaller(request);
      if (refusal !== undefined) return refusal;
      const name = method === "GET" ? path.replace(/^(\/data\/order\/).+$/, "$1") : path;
      return endpoints.get(`${method} ${name}`)?.(request) ??
        answerPublic(request, { markets, find }) ?? REFUSAL.path;
    },
  };
}

function answered(body: unknown, refusal: Answer = REFUSAL.path): Answer {
  return body === undefined ? refusal : { status: 200, body };
}
