/**
 * Reads what a node answers to a transaction.
 *
 * Source: the texts of geth, which nodes of Polygon share. A node that refuses a transaction by one
 * of them has not kept it; of any other error nothing is known.
 *
 * @module
 */
import { Option } from "effect";
import type { RoadAnswer } from "../../../core/chain/mod.ts";
import type { ProviderFailed } from "../../../core/port/provider_failure.ts";
import { wasNothingSent } from "../../outbound/mod.ts";
import type { RpcError } from "./rpc_failure.ts";

/** How soon a node that could not be reached is tried again, in milliseconds. */
const AGAIN_MS = 5_000;

/** What the key lacks, in words that say what to do. */
export const NO_POL = "the key has too little POL to pay for gas: send it some";

/** Returns the answer to a transaction that the node took. */
export const takenBy = (tx: string): RoadAnswer => ({ kind: "taken", roadId: Option.some(tx) });

/** Returns what an error means for the transaction `tx`. */
export function answerOfError({ nodeMessage }: RpcError, tx: string): RoadAnswer {
  const refused = (when: "never" | "anew", why = nodeMessage): RoadAnswer => ({
    kind: "refused",
    why: `the node refuses the transaction: ${why}`,
    retry: { when },
  });
  if (/already known|known transaction|already imported/i.test(nodeMessage)) return takenBy(tx);
  // This very one may be in a block: whoever passes it on to several nodes has sent it twice.
  if (/nonce too low/i.test(nodeMessage)) return unclear(nodeMessage);
  if (/insufficient funds/i.test(nodeMessage)) return refused("never", NO_POL);
  // Another one has its number: whether it is the same is not said.
  if (/replacement/i.test(nodeMessage)) return unclear(nodeMessage);
  if (/underpriced|gas tip cap|below minimum|less than block base fee/i.test(nodeMessage)) {
    return refused("anew");
  }
  if (/exceeds the configured cap|exceeds block gas limit|intrinsic gas/i.test(nodeMessage)) {
    return refused("never");
  }
  return unclear(nodeMessage);
}

/** Returns what a call without an answer means. */
export function answerOfFailure(failure: ProviderFailed): RoadAnswer {
  const { reason, retryAfterSec } = failure;
  const later = (why: string, afterMs: number): RoadAnswer => ({
    kind: "refused",
    why,
    retry: { when: "later", afterMs },
  });
  if (reason === "limited") {
    const afterMs = retryAfterSec === undefined ? AGAIN_MS : retryAfterSec * 1_000;
    return later("the node takes no more calls for now", Math.max(1_000, afterMs));
  }
  if (reason === "refused") {
    const why = "the node refuses our calls: the operator has to check POLYGON_RPC_URL";
    return { kind: "refused", why, retry: { when: "never" } };
  }
  if (wasNothingSent(failure)) return later("the node cannot be reached", AGAIN_MS);
  return unclear(
    reason === "timeout" ? "the node did not answer in time" : "the node's answer was lost",
  );
}

const unclear = (why: string): RoadAnswer => ({ kind: "unclear", why });
