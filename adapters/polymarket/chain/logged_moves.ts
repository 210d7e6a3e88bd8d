/**
 * What a transaction moved for an address, by the logs of the contracts that hold money and shares.
 *
 * @module
 */
import { decodeAbiParameters, toEventSelector } from "viem/utils";
import type { LoggedMoves } from "../../../core/port/chain_road.ts";
import type { Hex } from "../clob/contracts.ts";
import { PUSD, SHARE_CONTRACTS } from "./addresses.ts";
import type { ChainLog } from "./chain_client.ts";

const TRANSFER = toEventSelector("Transfer(address,address,uint256)");
const TRANSFER_SINGLE = toEventSelector("TransferSingle(address,address,address,uint256,uint256)");
const TRANSFER_BATCH = toEventSelector(
  "TransferBatch(address,address,address,uint256[],uint256[])",
);

/** An amount that went from one address to another, times 10^6. */
interface Move {
  /** None for money. */
  readonly tokenId?: string;
  readonly from: string;
  readonly to: string;
  readonly sizeE6: bigint;
}

const SHARE_ADDRESSES = new Set(
  Object.values(SHARE_CONTRACTS).map((address) => address.toLowerCase()),
);

/** Adds up what the logs say. Throws for logs that are not as these contracts write them. */
export function loggedMoves(logs: ReadonlyArray<ChainLog>, address: string): LoggedMoves {
  const own = address.toLowerCase();
  const sharesE6 = new Map<string, bigint>();
  let usdcE6 = 0n;
  for (const { tokenId, from, to, sizeE6 } of logs.flatMap(movesOf)) {
    const gotE6 = (to === own ? sizeE6 : 0n) - (from === own ? sizeE6 : 0n);
    if (gotE6 === 0n) continue;
    if (tokenId === undefined) usdcE6 += gotE6;
    else sharesE6.set(tokenId, (sharesE6.get(tokenId) ?? 0n) + gotE6);
  }
  return { usdcE6, sharesE6 };
}

function movesOf({ address, topics, data }: ChainLog): ReadonlyArray<Move> {
  const contract = address.toLowerCase();
  const [event, first, second, third] = topics;
  if (contract === PUSD.toLowerCase()) {
    if (event !== TRANSFER) return [];
    const [sizeE6] = decodeAbiParameters([{ type: "uint256" }], data as Hex);
    return [{ from: addressOf(first), to: addressOf(second), sizeE6 }];
  }
  if (!SHARE_ADDRESSES.has(contract)) return [];
  // The first one is who moved them.
  const between = () => ({ from: addressOf(second), to: addressOf(third) });
  if (event === TRANSFER_SINGLE) {
    const [id, sizeE6] = decodeAbiParameters([WORD, WORD], data as Hex);
    return [{ ...between(), tokenId: String(id), sizeE6 }];
  }
  if (event !== TRANSFER_BATCH) return [];
  const [ids, sizes] = decodeAbiParameters([WORDS, WORDS], data as Hex);
  return ids.map((id, at) => ({ ...between(), tokenId: String(id), sizeE6: sizes[at] ?? 0n }));
}

const WORD = { type: "uint256" } as const;
const WORDS = { type: "uint256[]" } as const;
/** `0x` and the zeros before the address in a word. */
const WORD_START = 26;

function addressOf(word: string | undefined): string {
  if (word === undefined) throw new Error("A transfer names nobody");
  return `0x${word.slice(WORD_START).toLowerCase()}`;
}
