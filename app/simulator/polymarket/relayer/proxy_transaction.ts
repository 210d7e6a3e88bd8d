/**
 * Submissions of proxies: calls that their factory takes from a relay hub.
 *
 * @module
 */
import { Result } from "effect";
import {
  concat,
  decodeFunctionData,
  keccak256,
  numberToHex,
  parseAbi,
  recoverMessageAddress,
  stringToHex,
} from "viem/utils";
import { type Fields, fieldsOf } from "../../kit/json.ts";
import { type ContractCall, type Hex } from "../chain/contract_call.ts";
import { PROXY_FACTORY, proxyOf } from "./derived_wallet.ts";
import {
  expectValue,
  type Parsed,
  readAddress,
  readBytes,
  readSignature,
  readWhole,
  signer,
  type Submission,
  unregistered,
} from "./submission.ts";

const RELAY_HUB: Hex = "0xD216153c06E857cD7f72665E0aF1d7D82172F494";
/** The relayer's own address, which its parameters name. */
export const RELAY: Hex = "0x7e1A7e1A7e1A7e1A7e1A7e1A7e1A7e1A7e1A7e1A";
const FACTORY_ABI = parseAbi([
  "struct ProxyCall { uint8 typeCode; address to; uint256 value; bytes data; }",
  "function proxy(ProxyCall[] calls) payable returns (bytes[])",
]);
/** A plain call; the other code delegates. */
const CALL_CODE = 1;
const WORD = { size: 32 } as const;

/** Reads one. */
export function readProxyTransaction(fields: Fields): Parsed<Submission> {
  const terms = fieldsOf(fields.get("signatureParams"));
  return Result.gen(function* () {
    yield* expectValue(fields, "to", PROXY_FACTORY);
    const from = yield* readAddress(fields, "from");
    const wallet = yield* readAddress(fields, "proxyWallet");
    if (wallet.toLowerCase() !== proxyOf(from).toLowerCase()) return yield* unregistered(wallet);
    const data = yield* readBytes(fields, "data");
    const nonce = yield* readWhole(fields, "nonce");
    const signature = yield* readSignature(fields);
    for (const name of ["gasPrice", "relayerFee"]) yield* expectValue(terms, name, "0");
    yield* expectValue(terms, "relayHub", RELAY_HUB);
    yield* expectValue(terms, "relay", RELAY);
    const gasLimit = yield* readWhole(terms, "gasLimit");
    const calls = yield* readCalls(data);
    const raw = proxyHash({ from, data, gasLimit, nonce });
    return {
      kind: "PROXY",
      from,
      wallet,
      to: PROXY_FACTORY,
      nonce,
      deadlineSec: undefined,
      calls,
      signedBy: () => signer(() => recoverMessageAddress({ message: { raw }, signature })),
    } as const;
  });
}

function proxyHash(
  { from, data, gasLimit, nonce }: {
    readonly from: Hex;
    readonly data: Hex;
    readonly gasLimit: bigint;
    readonly nonce: bigint;
  },
): Hex {
  const [fee, gasPrice] = [numberToHex(0, WORD), numberToHex(0, WORD)];
  return keccak256(concat([
    stringToHex("rlx:"),
    from,
    PROXY_FACTORY,
    data,
    fee,
    gasPrice,
    numberToHex(gasLimit, WORD),
    numberToHex(nonce, WORD),
    RELAY_HUB,
    RELAY,
  ]));
}

function readCalls(data: Hex): Parsed<ReadonlyArray<ContractCall>> {
  try {
    const { args: [calls] } = decodeFunctionData({ abi: FACTORY_ABI, data });
    return calls.length > 0 && calls.every(({ typeCode }) => typeCode === CALL_CODE)
      ? Result.succeed(calls.map(({ to, value, data }) => ({ to, valueWei: value, data })))
      : Result.fail("invalid proxy calls");
  } catch {
    return Result.fail("invalid proxy calls");
  }
}
