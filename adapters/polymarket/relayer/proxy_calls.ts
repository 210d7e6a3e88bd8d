/**
 * Calls of a proxy (type 1), through the factory that made it and a hub of relays.
 *
 * @module
 */
import {
  concat,
  encodeFunctionData,
  hashMessage,
  keccak256,
  numberToHex,
  parseAbi,
  stringToHex,
} from "viem/utils";
import type { ContractCall } from "../chain/contract_call.ts";
import type { Hex } from "../clob/contracts.ts";
import { signDigest } from "../clob/digest_signature.ts";
import type { RelayedCalls } from "./relayed_calls.ts";

/** The factory, which calls the signer's proxy. */
export const PROXY_FACTORY: Hex = "0xaB45c5A4B0c941a2F231C04C3f49182e1A254052";
/** The hub that the relays belong to. */
export const RELAY_HUB: Hex = "0xD216153c06E857cD7f72665E0aF1d7D82172F494";

const PROXY_ABI = parseAbi([
  "struct ProxyCall { uint8 typeCode; address to; uint256 value; bytes data; }",
  "function proxy(ProxyCall[] calls)",
]);
/** The proxy makes the call itself. */
const CALL = 1;
/** What the venue's client takes where no node says: more than ten claims need. */
const GAS_LIMIT = 10_000_000n;

/** Returns the body to submit. */
export function proxyBody(
  { calls, signer, wallet, nonce, relay }: RelayedCalls,
  signingKey: Uint8Array,
): string {
  const data = proxyData(calls);
  const digest = hashMessage({ raw: relayHash({ data, signer, nonce, relay }) });
  return JSON.stringify({
    type: "PROXY",
    from: signer,
    to: PROXY_FACTORY,
    proxyWallet: wallet,
    data,
    nonce: String(nonce),
    signature: signDigest(digest, signingKey),
    signatureParams: {
      gasPrice: "0",
      gasLimit: String(GAS_LIMIT),
      relayerFee: "0",
      relayHub: RELAY_HUB,
      relay,
    },
    metadata: "",
  });
}

function proxyData(calls: ReadonlyArray<ContractCall>): Hex {
  const made = calls.map(({ to, data }) => ({ typeCode: CALL, to, value: 0n, data }));
  return encodeFunctionData({ abi: PROXY_ABI, functionName: "proxy", args: [made] });
}

function relayHash(
  { data, signer, nonce, relay }: Pick<RelayedCalls, "signer" | "nonce" | "relay"> & {
    readonly data: Hex;
  },
): Hex {
  const word = (number: bigint) => numberToHex(number, { size: 32 });
  const [fee, gasPrice] = [0n, 0n];
  return keccak256(concat([
    stringToHex("rlx:"),
    signer,
    PROXY_FACTORY,
    data,
    word(fee),
    word(gasPrice),
    word(GAS_LIMIT),
    word(nonce),
    RELAY_HUB,
    relay,
  ]));
}
