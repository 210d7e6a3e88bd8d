/**
 * The road of a key (type 0): a transaction of its own, brought to the chain by a node.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { decodeErrorResult } from "viem/utils";
import type { RoadReport } from "../../../core/chain/mod.ts";
import { CallsRefused } from "../../../core/port/chain_road.ts";
import type { ProviderFailed } from "../../../core/port/provider_failure.ts";
import { limitedFor, wanting } from "../../outbound/mod.ts";
import type { Hex } from "../clob/contracts.ts";
import { cleanMessage } from "../clob/http_failure.ts";
import type { CallFrom, ChainClient } from "./chain_client.ts";
import { contractCalls } from "./contract_call.ts";
import { signTransaction } from "./key_transaction.ts";
import type { OpenRoad } from "./open_road.ts";
import { asFailure, CHAIN, type RpcError } from "./rpc_failure.ts";
import { answerOfError, answerOfFailure, NO_POL, takenBy } from "./send_answer.ts";

/** The base fee may triple before the transaction no longer gets in. It pays what it is then. */
const BASE_FEE_TIMES = 3n;
/** Above it nothing is signed: 5,000 gwei, with which a claim costs one or two POL. */
const FEE_WEI_MAX = 5_000_000_000_000n;
/** What the call needs may be a quarter more by the time of its block. */
const gasWithMargin = (gas: bigint): bigint => gas + gas / 4n;
/** How soon what another transaction of the key, or the price of gas, holds up is tried again. */
const WAIT_MS = 5_000;

const waiting = (why: string, wanted: string): ProviderFailed =>
  wanting(limitedFor({ provider: CHAIN, waitMs: WAIT_MS, why }), wanted);

/** Makes the road. */
export function makeKeyRoad(client: ChainClient): OpenRoad {
  /** One number at a time: a transaction over one that waits would take its place. */
  const freeNonce = Effect.fnUntraced(function* (address: string) {
    const [latest, pending] = yield* Effect.all(
      [client.nonce(address, "latest"), client.nonce(address, "pending")],
      { concurrency: "unbounded" },
    );
    if (pending <= latest) return latest;
    const why = `${pending - latest} transactions of the key ${address} wait for the chain`;
    return yield* waiting(why, "a nonce that is free");
  });

  const affordable = Effect.fnUntraced(function* (call: CallFrom) {
    const { gas, price, balanceWei } = yield* Effect.all({
      gas: Effect.mapError(client.estimateGas(call), refusalOf),
      price: client.gasPrice,
      balanceWei: client.balanceWei(call.from),
    }, { concurrency: "unbounded" });
    const { baseFeeWei, tipWei } = price;
    const feeMaxWei = BASE_FEE_TIMES * baseFeeWei + tipWei;
    if (feeMaxWei > FEE_WEI_MAX) {
      const why = `the chain wants ${baseFeeWei + tipWei} wei for a unit of gas`;
      return yield* waiting(why, "gas at a usual price");
    }
    const gasMax = gasWithMargin(gas);
    if (balanceWei < gasMax * feeMaxWei) return yield* new CallsRefused({ why: NO_POL });
    return { gas: gasMax, feeMaxWei, tipWei };
  });

  const finality = Effect.fnUntraced(function* (tx: string) {
    const [receipt, final] = yield* Effect.all(
      [client.receipt(tx), client.finalBlock],
      { concurrency: "unbounded" },
    );
    if (Option.isNone(receipt)) return (yield* client.isKnown(tx)) ? "waiting" : "unknown";
    const { isSuccess, blockNumber } = receipt.value;
    if (blockNumber > final) return "mined";
    return isSuccess ? "confirmed" : "failed";
  });

  return {
    claimsMax: 1,
    sign: Effect.fnUntraced(function* ({ wallet: { address }, calls, signingKey }) {
      const [wanted, ...others] = calls;
      if (wanted === undefined || others.length > 0) {
        return yield* new CallsRefused({ why: "a key does one thing at a time" });
      }
      // Of a claim of two outcomes that both pay, the second one is claimed when it is asked again.
      const [call] = yield* Effect.mapError(
        Effect.fromResult(contractCalls(wanted)),
        (why) => new CallsRefused({ why }),
      );
      if (call === undefined) return yield* new CallsRefused({ why: "there is nothing to do" });
      const { nonce, cost } = yield* Effect.all({
        nonce: freeNonce(address),
        cost: affordable({ ...call, from: address }),
      }, { concurrency: "unbounded" });
      const { bytes, tx } = signTransaction({ call, nonce, ...cost }, signingKey);
      const deadlineSec = Option.none<number>();
      return { road: "rpc", nonce, deadlineSec, body: bytes, tx: Option.some<string>(tx) };
    }),
    send: ({ body, tx }) => {
      const hash = Option.getOrElse(tx, () => "");
      return client.send(body).pipe(
        Effect.map(() => takenBy(hash)),
        Effect.catch((failure) =>
          Effect.succeed(
            failure._tag === "RpcError" ? answerOfError(failure, hash) : answerOfFailure(failure),
          )
        ),
      );
    },
    look: Effect.fnUntraced(function* ({ tx }, { address }) {
      // Read first: with a number beyond this one, a receipt that is missing will not come.
      const nextNonce = yield* client.nonce(address, "latest");
      const found = Option.isNone(tx) ? "unknown" : yield* finality(tx.value);
      const isMined = found === "mined";
      return {
        state: isMined ? "waiting" : found,
        tx,
        why: whyOf(found),
        // It was this transaction which moved it.
        nextNonce: isMined ? Option.none() : Option.some(nextNonce),
      };
    }),
  };
}

function whyOf(found: RoadReport["state"] | "mined"): Option.Option<string> {
  if (found === "failed") return Option.some("the contract reverted it");
  if (found === "mined") return Option.some("it is in a block that is not final yet");
  return found === "waiting" ? Option.some("it waits for a block") : Option.none();
}

/** What the node says of a call beforehand. */
function refusalOf(failure: RpcError | ProviderFailed): CallsRefused | ProviderFailed {
  if (failure._tag === "ProviderFailed") return failure;
  const { code, nodeMessage, data } = failure;
  const isReverted = code === REVERTED || /revert/i.test(nodeMessage);
  // A contract may say the same of an approval.
  if (!isReverted && /insufficient funds|exceeds allowance/i.test(nodeMessage)) {
    return new CallsRefused({ why: NO_POL });
  }
  if (!isReverted) return asFailure(failure);
  const reason = Option.getOrElse(Option.flatMap(data, revertReason), () => nodeMessage);
  return new CallsRefused({ why: `the contract refuses it: ${reason}` });
}

/** The code of a call that would revert. */
const REVERTED = 3;

/** Returns the text with which a contract reverted; none for other data. */
function revertReason(data: string): Option.Option<string> {
  const decode = Option.liftThrowable(() => decodeErrorResult({ data: data as Hex, abi: [] }));
  return Option.map(decode(), ({ args }) => cleanMessage(String(args?.[0]), []));
}
