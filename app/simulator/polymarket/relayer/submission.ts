/**
 * What is submitted to the relayer, of any kind of wallet.
 *
 * @module
 */
import { Result } from "effect";
import { type Fields } from "../../kit/json.ts";
import { type ContractCall, type Hex } from "../chain/contract_call.ts";
import { type WalletKind } from "../chain/wallet_registry.ts";

/** A signed submission, as read from its body. */
export interface Submission {
  readonly kind: WalletKind;
  /** The signer, as written. */
  readonly from: Hex;
  readonly wallet: Hex;
  /** The contract that the relayer calls. */
  readonly to: Hex;
  readonly nonce: bigint;
  /** Unix seconds until which it may be executed; undefined for ever. */
  readonly deadlineSec: bigint | undefined;
  readonly calls: ReadonlyArray<ContractCall>;
  /** Returns who signed it, in any case; undefined for no valid signature. */
  readonly signedBy: () => Promise<string | undefined>;
}

/** A part of a body, or why it is refused. */
export type Parsed<T> = Result.Result<T, string>;

const ADDRESS = /^0x[0-9a-f]{40}$/i;
const BYTES = /^0x(?:[0-9a-f]{2})*$/i;
const SIGNATURE = /^0x[0-9a-f]{128}1[bc]$/i;
/** Fits 256 bits. */
const WHOLE = /^(?:0|[1-9]\d{0,76})$/;

function readForm(fields: Fields, name: string, form: RegExp): Parsed<Hex> {
  const value = fields.get(name);
  return typeof value === "string" && form.test(value)
    ? Result.succeed(value as Hex)
    : Result.fail(`invalid ${name}`);
}

/** Reads an address. */
export function readAddress(fields: Fields, name: string): Parsed<Hex> {
  return readForm(fields, name, ADDRESS);
}

/** Reads bytes. */
export function readBytes(fields: Fields, name: string): Parsed<Hex> {
  return readForm(fields, name, BYTES);
}

/** Reads a signature of 65 bytes, whose last is 27 or 28 unless its form is another one. */
export function readSignature(fields: Fields, form: RegExp = SIGNATURE): Parsed<Hex> {
  return readForm(fields, "signature", form);
}

/** Reads a whole number in decimal text. */
export function readWhole(fields: Fields, name: string): Parsed<bigint> {
  return Result.map(readForm(fields, name, WHOLE), BigInt);
}

/** Fails unless a field has the one value that it may have. */
export function expectValue(fields: Fields, name: string, value: string): Parsed<void> {
  const found = fields.get(name);
  return typeof found === "string" && found.toLowerCase() === value.toLowerCase()
    ? Result.succeed(undefined)
    : Result.fail(`invalid ${name}`);
}

/** Returns what a recovery says; undefined if there is nothing to recover. */
export async function signer(recover: () => Promise<string>): Promise<string | undefined> {
  try {
    return await recover();
  } catch {
    return undefined;
  }
}

/** Says that a signer has no such wallet. */
export function unregistered(wallet: string): Parsed<never> {
  return Result.fail(`wallet registry validation failed: wallet ${wallet} is not registered`);
}
