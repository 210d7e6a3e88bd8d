/**
 * The simulated order book, chain, relayer and data service of one process, and wallets that sign
 * for themselves with the chain's usual client, for tests.
 *
 * @module
 */
import {
  createPublicClient,
  createWalletClient,
  encodeFunctionData,
  http,
  pad,
  parseAbi,
} from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { polygon } from "viem/chains";
import {
  type SimulatorName,
  type SimulatorOptions,
  startSimulator,
} from "../../../../app/simulator/start_simulator.ts";
import { makeSharedParts } from "../../../../app/simulator/shared_parts.ts";
import { makeWorld } from "../../../../app/simulator/world/world.ts";
import { PROFILE_BY_NAME } from "../../../../core/market/mod.ts";
import { control, makeStillClock, ms, ORACLE_KEY } from "../../kit/support.ts";
import { type MarketTokens, startOrderBook } from "../clob/trader.ts";

/** `0x` and hex digits. */
export type Hex = `0x${string}`;

/** The contracts, as the venue lists them. */
export const MONEY: Hex = "0xC011a7E12a19f7B1f670d46F03B03f3342E82DFB";
export const TOKENS: Hex = "0x4D97DCd97eC945f40cF65F87097ACe5EA0476045";
export const ADAPTER: Hex = "0xAdA100Db00Ca00073811820692005400218FcE1f";
export const NEG_RISK_ADAPTER: Hex = "0xadA2005600Dec949baf300f4C6120000bDB6eAab";
export const ROUTER: Hex = "0x12121212006e4CD160D18e3f00711DA5c3372600";
export const POSITIONS: Hex = "0x006F54F7f9A22e0000CC2AB60031000000ae9fEF";
export const AUTO_REDEEMER: Hex = "0xa1200000d0002264C9a1698e001292D00E1b00af";

/** Every function that is called. */
export const ABI = parseAbi([
  "function redeemPositions(address, bytes32, bytes32, uint256[])",
  "function splitPosition(address, bytes32, bytes32, uint256[], uint256)",
  "function mergePositions(address, bytes32, bytes32, uint256[], uint256)",
  "function split(bytes31, uint256)",
  "function merge(bytes31, uint256)",
  "function redeem(bytes31, uint256, uint256)",
  "function approve(address, uint256) returns (bool)",
  "function setApprovalForAll(address, bool)",
  "function balanceOf(address) view returns (uint256)",
  "function allowance(address, address) view returns (uint256)",
  "function decimals() view returns (uint8)",
  "function isApprovedForAll(address, address) view returns (bool)",
  "function payoutDenominator(bytes32) view returns (uint256)",
  "function payoutNumerators(bytes32, uint256) view returns (uint256)",
  "function getPayout(uint256, uint256) view returns (uint256)",
  "function nonce() view returns (uint256)",
  "error Error(string)",
]);
/** The tokens' own `balanceOf`, which has the name of the money's. */
export const TOKEN_ABI = parseAbi([
  "function balanceOf(address, uint256) view returns (uint256)",
  "function balanceOfBatch(address[], uint256[]) view returns (uint256[])",
]);

const NO_COLLECTION = pad("0x");
const BOTH = [1n, 2n];

/** The calls of an adapter. */
export const claimV1 = ({ conditionId }: MarketTokens): Hex =>
  encodeFunctionData({
    abi: ABI,
    functionName: "redeemPositions",
    args: [MONEY, NO_COLLECTION, conditionId as Hex, BOTH],
  });
export const pairV1 = (
  functionName: "splitPosition" | "mergePositions",
  { conditionId }: MarketTokens,
  sizeE6: bigint,
): Hex =>
  encodeFunctionData({
    abi: ABI,
    functionName,
    args: [MONEY, NO_COLLECTION, conditionId as Hex, BOTH, sizeE6],
  });
/** The calls of the router: a staged condition of the second protocol has 31 bytes. */
export const claimV2 = (
  { conditionId }: MarketTokens,
  { outcome, sizeE6 }: { readonly outcome: 0 | 1; readonly sizeE6: bigint },
): Hex =>
  encodeFunctionData({
    abi: ABI,
    functionName: "redeem",
    args: [conditionId as Hex, BigInt(outcome), sizeE6],
  });
export const pairV2 = (
  functionName: "split" | "merge",
  { conditionId }: MarketTokens,
  sizeE6: bigint,
): Hex => encodeFunctionData({ abi: ABI, functionName, args: [conditionId as Hex, sizeE6] });

/** Starts the simulators that a test names, besides the order book. */
export function startChain(options: Partial<SimulatorOptions> = {}) {
  const clock = makeStillClock(ms("2026-11-20T12:00:00Z"));
  const { chain: log, resolutions, venueParts } = makeSharedParts(makeWorld(1));
  const shared = { chain: log, resolutions, venueParts, ...options };
  const book = startOrderBook(clock, shared);
  const start = (name: SimulatorName) =>
    startSimulator(name, {
      seed: 1,
      clock,
      oracleKey: ORACLE_KEY,
      profile: PROFILE_BY_NAME.spec,
      ...shared,
      stagedEvents: book.stagedEvents,
    });
  const [chain, data] = [start("chain"), start("site")];
  const transport = http(chain.url, { retryCount: 0 });
  const reader = createPublicClient({ chain: polygon, transport, cacheTime: 0 });
  const pass = (passedMs: number) => clock.set(clock.nowMs() + passedMs);
  const put = (path: string, body: unknown) => control(`${data.url}${path}`, "PUT", body);
  const read = <T>(address: Hex, functionName: string, args: ReadonlyArray<unknown> = []) =>
    reader.readContract({ address, abi: ABI, functionName, args } as never) as Promise<T>;
  /** A key that is its own wallet. */
  const owner = (privateKey = generatePrivateKey()) => {
    const account = privateKeyToAccount(privateKey);
    const client = createWalletClient({ account, chain: polygon, transport });
    const send = (to: Hex, data: Hex, more = {}) =>
      client.sendTransaction({ to, data, ...more } as Parameters<typeof client.sendTransaction>[0]);
    return {
      account,
      address: account.address,
      client,
      send,
      /** Sends, lets the next block come, and returns the receipt. */
      mine: async (to: Hex, data: Hex, more = {}) => {
        const hash = await send(to, data, more);
        pass(2_000);
        return await reader.getTransactionReceipt({ hash });
      },
    };
  };
  const tokens = (address: string, market: MarketTokens, contract = TOKENS) =>
    reader.readContract({
      address: contract,
      abi: TOKEN_ABI,
      functionName: "balanceOfBatch",
      args: [[address as Hex, address as Hex], [BigInt(market.yes), BigInt(market.no)]],
    });
  return {
    book,
    clock,
    shared,
    url: chain.url,
    start,
    reader,
    read,
    owner,
    pass,
    tokens,
    give: book.give,
    /** Resolves a market: the payout of the first outcome in millionths. */
    resolve: ({ conditionId }: MarketTokens, first = 1_000_000) =>
      put("/__resolution", {
        condition: conditionId.padEnd(66, "0"),
        payouts: [first, 1_000_000 - first],
      }),
    money: (address: string) => read<bigint>(MONEY, "balanceOf", [address]),
    control: (path: string, body: unknown, method = "POST") =>
      control(`${chain.url}${path}`, method, body),
    /** Sends a body to the node as it is. */
    rpc: async (body: unknown) => {
      const text = typeof body === "string" ? body : JSON.stringify(body);
      const response = await fetch(chain.url, { method: "POST", body: text });
      return await response.json();
    },
    activity: async (user: string) => {
      const response = await fetch(`${data.url}/v2/activity?user=${user}`);
      const { data: rows } = await response.json() as {
        readonly data: ReadonlyArray<Readonly<Record<string, unknown>>>;
      };
      return rows;
    },
    stop: () => Promise.all([book.stop(), chain.stop(), data.stop()]),
  };
}

/** What {@linkcode startChain} starts. */
export type ChainWorld = ReturnType<typeof startChain>;
