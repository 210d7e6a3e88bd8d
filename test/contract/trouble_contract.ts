/**
 * What every adapter owes its users when its provider is in trouble: it gets over what passes,
 * waits as long as it is asked to, and names the reason of what lasts.
 *
 * @module
 */
import { expect, test } from "bun:test";
import type { Result } from "effect";
import type { ProviderFailed } from "../../core/port/provider_failure.ts";

/** A fault of a simulator; a number is a status of every answer, and a word a kind of fault. */
export type Trouble = number | "drop" | "malformed" | Readonly<Record<string, unknown>>;

/** How it ends: it passes, or fails for a reason, which may name the seconds to wait. */
export type TroubleEnd =
  | "passes"
  | ProviderFailed["reason"]
  | readonly ["limited", retryAfterSec: number];

/** What came of it. */
export interface TroubleMet {
  readonly results: ReadonlyArray<Result.Result<unknown, unknown> | undefined>;
  /** Requests in all; left out where no trouble says how many. */
  readonly calls?: number;
  /** By the clock of the service. */
  readonly tookMs?: number;
}

/** Declares a test for each trouble, with the calls that it takes at most to see it end so. */
export function troubleContract({ name, meet, failure = {}, troubles }: {
  /** The subject of the sentences, such as "the listing of Kalshi". */
  readonly name: string;
  readonly meet: (fault: Readonly<Record<string, unknown>>) => Promise<TroubleMet>;
  /** What every failure has, such as its provider. */
  readonly failure?: object;
  readonly troubles: ReadonlyArray<readonly [trouble: Trouble, end: TroubleEnd, calls?: number]>;
}): void {
  for (const [trouble, end, calls] of troubles) {
    test(`${name} meets ${JSON.stringify(trouble)}: ${end}`, async () => {
      const fault = faultOf(trouble);
      const met = await meet(fault);
      expect(met.results.length).toBeGreaterThan(0);
      for (const result of met.results) expect(result).toMatchObject(resultOf(end, failure));
      if (calls !== undefined) expect(met.calls).toBe(calls);
      if (end !== "passes" || met.tookMs === undefined) return;
      expect(met.tookMs).toBeGreaterThanOrEqual(Number(fault["retry_after"] ?? 0) * 1_000);
    });
  }
}

function faultOf(trouble: Trouble): Readonly<Record<string, unknown>> {
  if (typeof trouble === "number") return { kind: "status", status: trouble };
  return typeof trouble === "string" ? { kind: trouble } : { kind: "status", ...trouble };
}

function resultOf(end: TroubleEnd, failure: object): object {
  if (end === "passes") return { _tag: "Success" };
  const [reason, retryAfterSec] = typeof end === "string" ? [end] : end;
  const wait = retryAfterSec === undefined ? {} : { retryAfterSec };
  return { failure: { _tag: "ProviderFailed", ...failure, reason, ...wait } };
}
