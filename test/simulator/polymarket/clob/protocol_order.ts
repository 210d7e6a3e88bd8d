/**
 * Orders of both protocols, built and signed with only the signing library, in each of a wallet's
 * four ways to sign.
 *
 * @module
 */
import { wrapTypedDataSignature } from "viem/experimental/erc7739";
import {
  EXCHANGE,
  EXCHANGE_NEG_RISK,
  EXCHANGE_V3,
  FUNDER,
  ORDER_MEMBERS,
  type OrderFields,
  type Trader,
  ZERO_WORD,
} from "./trader.ts";

/** The protocols' exchanges, for which an order is valid. */
export const DOMAIN = {
  v1: { version: "2", verifyingContract: EXCHANGE },
  v1NegRisk: { version: "2", verifyingContract: EXCHANGE_NEG_RISK },
  v2: { version: "3", verifyingContract: EXCHANGE_V3 },
} as const;

/** Signature types: a key's own wallet, two kinds of contracts, and a deposit wallet. */
export const WALLET_KINDS = [0, 1, 2, 3] as const;

/** How an order is signed. */
export interface Signing {
  readonly domain: (typeof DOMAIN)[keyof typeof DOMAIN];
  readonly signatureType: (typeof WALLET_KINDS)[number];
  /** The contract of all but the first kind. */
  readonly funder?: `0x${string}`;
}

const member = (name: string, type: string) => ({ name, type });
const WRAPPED_MEMBERS = [
  member("contents", "Order"),
  member("name", "string"),
  member("version", "string"),
  member("chainId", "uint256"),
  member("verifyingContract", "address"),
  member("salt", "bytes32"),
];

let salt = 1_000_000;

/** The body of an order. */
export async function protocolOrder(
  { account, address, creds }: Trader,
  fields: Pick<OrderFields, "tokenId" | "side" | "makerAmount" | "takerAmount" | "orderType">,
  { domain, signatureType, funder = FUNDER }: Signing,
) {
  const maker = signatureType === 0 ? address : funder;
  const order = {
    salt: ++salt,
    maker,
    signer: signatureType === 3 ? maker : address,
    tokenId: fields.tokenId,
    makerAmount: String(Math.round(fields.makerAmount)),
    takerAmount: String(Math.round(fields.takerAmount)),
    side: fields.side,
    signatureType,
    timestamp: "1795000000000",
    expiration: "0",
    metadata: ZERO_WORD,
    builder: ZERO_WORD,
  };
  const typed = {
    domain: { name: "Polymarket CTF Exchange", chainId: 137, ...domain },
    types: { Order: ORDER_MEMBERS },
    primaryType: "Order",
    message: {
      ...order,
      salt: BigInt(order.salt),
      tokenId: BigInt(order.tokenId),
      makerAmount: BigInt(order.makerAmount),
      takerAmount: BigInt(order.takerAmount),
      timestamp: BigInt(order.timestamp),
      side: order.side === "BUY" ? 0 : 1,
    },
  } as const;
  const signature = signatureType === 3
    ? wrapTypedDataSignature({
      ...typed,
      signature: await account.signTypedData({
        domain: typed.domain,
        types: { TypedDataSign: WRAPPED_MEMBERS, Order: ORDER_MEMBERS },
        primaryType: "TypedDataSign",
        message: {
          contents: typed.message,
          name: "DepositWallet",
          version: "1",
          chainId: 137n,
          verifyingContract: maker,
          salt: ZERO_WORD,
        },
      }),
    })
    : await account.signTypedData(typed);
  return {
    deferExec: false,
    postOnly: false,
    order: { ...order, signature },
    owner: creds.key,
    orderType: fields.orderType ?? "FOK",
  };
}
