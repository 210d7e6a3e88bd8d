/**
 * The ports of the chain over its simulators, with wallets of every type, for tests.
 *
 * @module
 */
import { Effect, Option, Redacted } from "effect";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { makeChainClient } from "../../../../adapters/polymarket/chain/chain_client.ts";
import { makeRpcClient } from "../../../../adapters/polymarket/chain/rpc_client.ts";
import { makePolymarketChainBalances } from "../../../../adapters/polymarket/chain_balances.ts";
import { makePolymarketChainLogs } from "../../../../adapters/polymarket/chain_logs.ts";
import { makePolymarketChainRoad } from "../../../../adapters/polymarket/chain_road.ts";
import type { RelayerAccess } from "../../../../adapters/polymarket/relayer/access.ts";
import { makeRelayerClient } from "../../../../adapters/polymarket/relayer/client.ts";
import { type Hex, startChain } from "../../../simulator/polymarket/chain/chain_world.ts";
import type { MarketTokens } from "../../../simulator/polymarket/clob/trader.ts";
import { demoBuilderKey } from "../../../../app/simulator/polymarket/relayer/builder_keys.ts";
import { proxyOf, safeOf } from "../../../../app/simulator/polymarket/relayer/derived_wallet.ts";
import type { MarketKind, SignatureType } from "../../../../core/order/mod.ts";
import type { ChainSubmission, SignedCalls } from "../../../../core/chain/mod.ts";
import type { CallMarket, WantedCall } from "../../../../core/port/chain_road.ts";
import { parseConditionId } from "../../../../core/venue/mod.ts";
import { control } from "../../../simulator/kit/support.ts";
import { runStill } from "../../../still_run.ts";

/** A wallet and its key. */
export interface RoadUser {
  readonly wallet: {
    readonly id: string;
    readonly address: string;
    readonly funder: string;
    readonly signatureType: SignatureType;
  };
  readonly signingKey: Uint8Array;
}

/** Which roads there are, and with which credentials. */
export interface RoadSetup {
  readonly rpcUrl?: string;
  readonly access?: RelayerAccess;
}

/** Starts order book, chain and relayer. */
export function startRoads() {
  const world = startChain();
  const relayer = world.start("relayer");
  const { apiKey, secret, passphrase } = demoBuilderKey(1);
  const builder: RelayerAccess = {
    kind: "builder",
    credentials: {
      apiKey,
      secret: Redacted.make(secret),
      passphrase: Redacted.make(passphrase),
    },
  };
  let wallets = 0;

  const makePorts = Effect.fnUntraced(function* (setup: RoadSetup) {
    const { rpcUrl = world.url, access = builder } = setup;
    const rpc = yield* makeRpcClient({ rpcUrl: Redacted.make(rpcUrl) });
    const chain = Option.some(makeChainClient(rpc));
    const client = yield* makeRelayerClient({ relayerUrl: relayer.url, access });
    return {
      road: makePolymarketChainRoad({
        chain,
        relayer: Option.some(client),
        missing: { rpc: "POLYGON_RPC_URL", relayer: "RELAYER_API_KEY" },
      }),
      logs: makePolymarketChainLogs(chain),
      balances: yield* makePolymarketChainBalances({ chain, clobUrl: world.book.url }),
    };
  });
  type Ports = Effect.Success<ReturnType<typeof makePorts>>;

  /** Asks the ports, on a clock that only the test moves. */
  const ask = <A, E>(question: (ports: Ports) => Effect.Effect<A, E>, setup: RoadSetup = {}) =>
    runStill(world.clock, Effect.flatMap(makePorts(setup), question));

  return {
    ...world,
    ask,
    relayerUrl: relayer.url,
    user(signatureType: SignatureType): RoadUser {
      const key = generatePrivateKey();
      const { address } = privateKeyToAccount(key);
      const funder = {
        0: () => address,
        1: () => proxyOf(address),
        2: () => safeOf(address),
        3: () => `0x${(0xde9000 + ++wallets).toString(16).padStart(40, "0")}`,
      }[signatureType]();
      return {
        wallet: { id: crypto.randomUUID(), address, funder, signatureType },
        signingKey: Uint8Array.from(Buffer.from(key.slice(2), "hex")),
      };
    },
    sign: (user: RoadUser, calls: ReadonlyArray<WantedCall>, setup?: RoadSetup) =>
      ask(({ road }) => road.sign({ ...user, calls }), setup),
    refusal: (user: RoadUser, calls: ReadonlyArray<WantedCall>, setup?: RoadSetup) =>
      ask(({ road }) => Effect.flip(road.sign({ ...user, calls })), setup),
    send: (user: RoadUser, signed: SignedCalls, setup?: RoadSetup) =>
      ask(({ road }) => road.send(signed, user.wallet), setup),
    look: (
      user: RoadUser,
      signed: SignedCalls,
      roadId: ChainSubmission["roadId"] = Option.none(),
    ) => ask(({ road }) => road.look({ ...signed, roadId }, user.wallet)),
    fault: (url: string, fields: Readonly<Record<string, unknown>>) =>
      control(`${url}/__faults`, "POST", fields),
    stop: () => Promise.all([world.stop(), relayer.stop()]),
  };
}

/** Returns a staged market as the port takes it. */
export function marketOf({ conditionId, yes, no }: MarketTokens, kind: MarketKind): CallMarket {
  return {
    conditionId: Option.getOrThrow(parseConditionId(conditionId)),
    kind,
    tokenIds: [yes, no],
  };
}

/** A transaction's hash, or what stands for none. */
export const hashOf = ({ tx }: Pick<SignedCalls, "tx">): Hex =>
  Option.getOrElse(tx, () => "0x") as Hex;
