/**
 * The data that an order's signature covers.
 *
 * Source: the venue's documentation of order signing; ERC-7739 for deposit wallets.
 *
 * @module
 */
import {
  concat,
  encodeAbiParameters,
  hashTypedData,
  keccak256,
  numberToHex,
  stringToHex,
} from "viem/utils";
import { type SignedOrder } from "./signed_order.ts";
import { EXCHANGE } from "./spender.ts";
import { type TradedMarket } from "./traded_market.ts";

type Hex = `0x${string}`;

/** The contract that settles an order. */
export interface ExchangeContract {
  /** The version of its domain. Orders of the second protocol use version 3. */
  readonly version: 2 | 3;
  readonly address: Hex;
}

const ORDINARY: ExchangeContract = { version: 2, address: EXCHANGE.ordinary };
const NEG_RISK: ExchangeContract = { version: 2, address: EXCHANGE.negRisk };
const THIRD: ExchangeContract = { version: 3, address: EXCHANGE.third };

/** Every contract that orders can be signed for. */
export const EXCHANGES: ReadonlyArray<ExchangeContract> = [ORDINARY, NEG_RISK, THIRD];

const CHAIN_ID = 137;
const NAME = "Polymarket CTF Exchange";
const ZERO_WORD: Hex = `0x${"0".repeat(64)}`;
const ORDER_TYPE =
  "Order(uint256 salt,address maker,address signer,uint256 tokenId,uint256 makerAmount," +
  "uint256 takerAmount,uint8 side,uint8 signatureType,uint256 timestamp,bytes32 metadata," +
  "bytes32 builder)";
const DOMAIN_TYPE =
  "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)";

const member = (name: string, type: string) => ({ name, type });
const ORDER_MEMBERS = ORDER_TYPE.slice("Order(".length, -1).split(",").map((each) => {
  const [type = "", name = ""] = each.split(" ");
  return member(name, type);
});
const WRAPPED_MEMBERS = [
  member("contents", "Order"),
  member("name", "string"),
  member("version", "string"),
  member("chainId", "uint256"),
  member("verifyingContract", "address"),
  member("salt", "bytes32"),
];

/** Returns the contract of a market; undefined if none is known for its protocol. */
export function exchangeOf(
  { version, isNegRisk }: Pick<TradedMarket, "version" | "isNegRisk">,
): ExchangeContract | undefined {
  if (version === "v2") return THIRD;
  if (version !== "v1") return undefined;
  return isNegRisk ? NEG_RISK : ORDINARY;
}

/** Returns the EIP-712 digest of an order, which is its id. */
export function orderDigest(order: SignedOrder, exchange: ExchangeContract): Hex {
  return hashTypedData({
    domain: domainOf(exchange),
    types: { Order: ORDER_MEMBERS },
    primaryType: "Order",
    message: messageOf(order),
  });
}

/** Returns the digest that the key behind a deposit wallet signs: the order and the wallet. */
export function wrappedDigest(order: SignedOrder, exchange: ExchangeContract): Hex {
  return hashTypedData({
    domain: domainOf(exchange),
    types: { TypedDataSign: WRAPPED_MEMBERS, Order: ORDER_MEMBERS },
    primaryType: "TypedDataSign",
    message: {
      contents: messageOf(order),
      name: "DepositWallet",
      version: "1",
      chainId: BigInt(CHAIN_ID),
      verifyingContract: order.signer,
      salt: ZERO_WORD,
    },
  });
}

/**
 * Returns the bytes after the key's 65-byte signature in a deposit wallet's signature: hashes of
 * the domain and of the order, the order's type and its length. The contract reads all of it.
 */
export function wrappedTail(order: SignedOrder, exchange: ExchangeContract): Hex {
  const { name, version, chainId, verifyingContract } = domainOf(exchange);
  const word = (text: string) => keccak256(stringToHex(text));
  const domainHash = keccak256(encodeAbiParameters(
    ["bytes32", "bytes32", "bytes32", "uint256", "address"].map((type) => ({ type })),
    [word(DOMAIN_TYPE), word(name), word(version), BigInt(chainId), verifyingContract],
  ));
  const message = new Map<string, unknown>(Object.entries(messageOf(order)));
  const contentsHash = keccak256(encodeAbiParameters(
    [{ type: "bytes32" }, ...ORDER_MEMBERS.map(({ type }) => ({ type }))],
    [word(ORDER_TYPE), ...ORDER_MEMBERS.map((each) => message.get(each.name))],
  ));
  const length = numberToHex(ORDER_TYPE.length, { size: 2 });
  return concat([domainHash, contentsHash, stringToHex(ORDER_TYPE), length]);
}

function domainOf({ version, address }: ExchangeContract) {
  return {
    name: NAME,
    version: String(version),
    chainId: CHAIN_ID,
    verifyingContract: address,
  };
}

function messageOf(order: SignedOrder) {
  return {
    salt: order.salt,
    maker: order.maker.toLowerCase(),
    signer: order.signer.toLowerCase(),
    tokenId: BigInt(order.tokenId),
    makerAmount: order.makerE6,
    takerAmount: order.takerE6,
    side: order.side === "BUY" ? 0 : 1,
    signatureType: order.signatureType,
    timestamp: order.timestampMs,
    metadata: order.metadata,
    builder: order.builder,
  };
}
