/**
 * The order as the venue's exchange contracts hash it.
 *
 * Source: the venue's documentation of order signing; vectors are in the test.
 *
 * @module
 */
import type { SignatureType } from "../../../core/order/mod.ts";
import { hashStruct, isAddress, keccak256, stringToHex } from "viem/utils";
import { CHAIN_ID, type Exchange, type Hex } from "./contracts.ts";

/**
 * The signed fields of an order. Amounts are times 10^6: a buyer makes money and takes shares, a
 * seller the reverse. Addresses have a checksum or are in lower case.
 */
export interface OrderStruct {
  /** Distinguishes equal orders; below 2^53, because it is sent as a JSON number. */
  readonly salt: bigint;
  /** The address that holds what is sold or spent. */
  readonly maker: string;
  /** The key's address, or the wallet's contract for type 3. */
  readonly signer: string;
  readonly tokenId: bigint;
  readonly makerAmountE6: bigint;
  readonly takerAmountE6: bigint;
  readonly side: "BUY" | "SELL";
  readonly signatureType: SignatureType;
  readonly timestampMs: number;
  /** 32 bytes; default: zero. */
  readonly metadata?: Hex;
  /** The integrator that brought the order to the venue, 32 bytes; default: zero. */
  readonly builder?: Hex;
}

/** 32 bytes of zero. */
export const ZERO_WORD: Hex = `0x${"0".repeat(64)}`;

/** The fields in the order in which they are hashed. */
export const ORDER_FIELDS = [
  { name: "salt", type: "uint256" },
  { name: "maker", type: "address" },
  { name: "signer", type: "address" },
  { name: "tokenId", type: "uint256" },
  { name: "makerAmount", type: "uint256" },
  { name: "takerAmount", type: "uint256" },
  { name: "side", type: "uint8" },
  { name: "signatureType", type: "uint8" },
  { name: "timestamp", type: "uint256" },
  { name: "metadata", type: "bytes32" },
  { name: "builder", type: "bytes32" },
] as const;

/** The order's type in EIP-712 notation. */
export const ORDER_TYPE = `Order(${
  ORDER_FIELDS.map(({ name, type }) => `${type} ${name}`).join(",")
})`;

const TYPE_HASH = keccak256(stringToHex(ORDER_TYPE));
const UINT256_MAX = 2n ** 256n - 1n;
/** A word has 32 bytes. */
const WORD_DIGITS = 64;

/** The fields of a domain in the order in which they are hashed (EIP-712). */
export const DOMAIN_FIELDS = [
  { name: "name", type: "string" },
  { name: "version", type: "string" },
  { name: "chainId", type: "uint256" },
  { name: "verifyingContract", type: "address" },
] as const;

/** Returns the signing domain of a contract. An order is valid at no other contract. */
export function exchangeDomain(exchange: Exchange) {
  return {
    name: "Polymarket CTF Exchange",
    version: String(exchange.version),
    chainId: CHAIN_ID,
    verifyingContract: exchange.address,
  };
}

/** Returns the fields as they are hashed, under the contract's names. */
export function orderMessage(order: OrderStruct) {
  return {
    salt: order.salt,
    maker: order.maker as Hex,
    signer: order.signer as Hex,
    tokenId: order.tokenId,
    makerAmount: order.makerAmountE6,
    takerAmount: order.takerAmountE6,
    side: order.side === "BUY" ? 0 : 1,
    signatureType: order.signatureType,
    timestamp: BigInt(order.timestampMs),
    metadata: order.metadata ?? ZERO_WORD,
    builder: order.builder ?? ZERO_WORD,
  } as const;
}

const separators = new Map<Hex, Hex>();

/** Returns the hash of an exchange's domain, cached: the three exchanges' hashes never change. */
export function domainSeparator(exchange: Exchange): Hex {
  const { address } = exchange;
  const known = separators.get(address);
  if (known !== undefined) return known;
  const domain = exchangeDomain(exchange);
  const separator = hashStruct({
    data: { ...domain, chainId: BigInt(domain.chainId) },
    types: { EIP712Domain: DOMAIN_FIELDS },
    primaryType: "EIP712Domain",
  });
  separators.set(address, separator);
  return separator;
}

/**
 * Returns the hash of the order's fields, each a word of 32 bytes. Throws for a field out of range.
 *
 * Written out because every order waits for it: the library's generic encoding takes as long as the
 * hashing itself.
 */
export function orderHash(order: OrderStruct): Hex {
  const fields = orderMessage(order);
  return keccakOf([
    word(TYPE_HASH),
    uintWord(fields.salt),
    addressWord(fields.maker),
    addressWord(fields.signer),
    uintWord(fields.tokenId),
    uintWord(fields.makerAmount),
    uintWord(fields.takerAmount),
    uintWord(BigInt(fields.side)),
    uintWord(BigInt(fields.signatureType)),
    uintWord(fields.timestamp),
    word(fields.metadata),
    word(fields.builder),
  ]);
}

/** Returns the order's EIP-712 digest, its id at the venue. Throws for a field out of range. */
export function orderId(order: OrderStruct, exchange: Exchange): Hex {
  return keccakOf(["1901", word(domainSeparator(exchange)), word(orderHash(order))]);
}

/** Hashes the concatenation of pieces in hexadecimal digits. */
function keccakOf(pieces: ReadonlyArray<string>): Hex {
  return keccak256(Uint8Array.fromHex(pieces.join("")));
}

function uintWord(value: bigint): string {
  if (value < 0n || value > UINT256_MAX) throw new RangeError(`Cannot hash the number ${value}`);
  return value.toString(16).padStart(WORD_DIGITS, "0");
}

/** Checks the checksum if the address has one. */
function addressWord(address: Hex): string {
  if (!isAddress(address)) throw new RangeError(`Cannot hash the address ${address}`);
  return address.slice(2).padStart(WORD_DIGITS, "0");
}

function word(bytes: Hex): string {
  if (bytes.length !== 2 + WORD_DIGITS) throw new RangeError(`Cannot hash ${bytes} as a word`);
  return bytes.slice(2);
}
