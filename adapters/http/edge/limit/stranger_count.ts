/**
 * Counts the unknown keys of an address before the store is asked for them.
 *
 * Apart from requests without a key, so that a new key can be used for the first time whatever else
 * its address sends, as long as that is not one invented key after the other.
 *
 * @module
 */
import { type Cause, Effect, Option } from "effect";
import { type QuotaHit, quotaHit, quotaState } from "../../../../core/access/mod.ts";
import type { GateOptions } from "../gate_options.ts";
import { countHit, tooManyRequests } from "./rate_limit.ts";
import type { Refusal } from "../answer/refusal.ts";

/** A counted key. */
export interface CountedStranger {
  /** The refusal of an address that has sent too many. */
  readonly refusal: Refusal | undefined | Promise<Refusal | undefined>;
  /** Takes the cost back: the key was valid, or could not be checked. */
  readonly giveBack: () => void;
}

/** Counts an unknown key of an address. */
export type CountStranger = (address: string) => CountedStranger;

/** Returns a function that counts unknown keys, as many as requests without a valid key. */
export function makeStrangerCount<Ports>(
  { run, quotaStore, keyedQuota, nowMs }:
    & Pick<GateOptions<Ports>, "run" | "quotaStore" | "keyedQuota">
    & { readonly nowMs: () => number },
): CountStranger {
  const quota = Option.getOrUndefined(keyedQuota);
  if (quota === undefined) return () => ({ refusal: undefined, giveBack: () => {} });

  const failed = (cause: Cause.Cause<unknown>) =>
    void run(Effect.logError("Cannot count an unknown API key", cause));
  const count = (hit: QuotaHit) => countHit({ run, add: quotaStore.add, hit, failed });

  return (address) => {
    const atMs = nowMs();
    const hit = quotaHit(quota, `unknown key ${address}`, atMs);
    const judge = (used = 0) => {
      const state = quotaState(quota, used, hit.windowStartSec);
      if (!state.isExceeded) return undefined;
      return tooManyRequests(state, { windowSec: quota.windowSec, nowMs: atMs });
    };
    const used = count(hit);
    return {
      refusal: used instanceof Promise ? used.then(judge) : judge(used),
      giveBack: () => void count({ ...hit, cost: -hit.cost }),
    };
  };
}
