/**
 * Signed transactions as a node takes them, legacy ones and those of EIP-1559.
 *
 * @module
 */
import { Result } from "effect";
import { keccak256, parseTransaction, recoverAddress, serializeTransaction } from "viem/utils";
import { type ContractCall, type Hex } from "./contract_call.ts";

/** Polygon. */
export const CHAIN_ID = 137;

/** A transaction whose signature is right. */
export interface SentTransaction extends ContractCall {
  readonly hash: Hex;
  /** In lower case. */
  readonly from: Hex;
  readonly nonce: number;
  readonly gasLimit: bigint;
  /** The most per gas, in wei: the gas price of a legacy transaction. */
  readonly feeMaxWei: bigint;
  readonly tipMaxWei: bigint;
  readonly type: "legacy" | "eip1559";
  readonly signature: { readonly r: Hex; readonly s: Hex; readonly yParity: number };
}

/** Reads one; a failure has a node's text. */
export async function readTransaction(
  raw: Hex,
): Promise<Result.Result<SentTransaction, string>> {
  const parsed = parse(raw);
  if (parsed === undefined) return Result.fail("rlp: value size exceeds available input length");
  const { type, r, s, yParity, v, ...unsigned } = parsed;
  if (type !== "legacy" && type !== "eip1559") {
    return Result.fail("transaction type not supported");
  }
  const { chainId, to, nonce = 0, gas = 0n, value = 0n, data = "0x" } = unsigned;
  if (chainId === undefined) {
    return Result.fail("only replay-protected (EIP-155) transactions allowed over RPC");
  }
  if (chainId !== CHAIN_ID) {
    return Result.fail(`invalid chain id for signer: have ${chainId} want ${CHAIN_ID}`);
  }
  if (to === undefined || to === null) return Result.fail("contracts cannot be created here");
  const parity = yParity ?? (v === undefined ? 0 : Number((v + 1n) % 2n));
  if (r === undefined || s === undefined) return Result.fail("invalid sender");
  const signature = { r, s, yParity: parity };
  const bare = serializeTransaction({ ...unsigned, type } as Serializable);
  const from = await recover(keccak256(bare), signature);
  if (from === undefined) return Result.fail("invalid sender");
  const isLegacy = type === "legacy";
  const fees: { readonly [fee in Fee]?: bigint | undefined } = unsigned;
  const feeMaxWei = (isLegacy ? fees.gasPrice : fees.maxFeePerGas) ?? 0n;
  return Result.succeed({
    hash: keccak256(raw),
    from,
    to,
    nonce,
    data,
    valueWei: value,
    gasLimit: gas,
    feeMaxWei,
    tipMaxWei: isLegacy ? feeMaxWei : fees.maxPriorityFeePerGas ?? 0n,
    type,
    signature,
  });
}

type Fee = "gasPrice" | "maxFeePerGas" | "maxPriorityFeePerGas";
type Serializable = Parameters<typeof serializeTransaction>[0];

function parse(raw: Hex) {
  try {
    return parseTransaction(raw);
  } catch {
    return undefined;
  }
}

async function recover(
  hash: Hex,
  signature: SentTransaction["signature"],
): Promise<Hex | undefined> {
  try {
    return (await recoverAddress({ hash, signature })).toLowerCase() as Hex;
  } catch {
    return undefined;
  }
}
