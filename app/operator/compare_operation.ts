/**
 * The operation that compares a paper wallet with a real one.
 *
 * @module
 */
import { Effect, Option, Schema } from "effect";
import { SIDES } from "../../core/fee/mod.ts";
import type { WalletRecord } from "../../core/paper/mod.ts";
import { COMPARED_MAX, compareWallets } from "../../core/use_case/paper/mod.ts";
import { handleOperation } from "./operation.ts";
import { WalletId } from "./wallet_facts.ts";

const Count = Schema.Int;
/** An amount times 10^6, in digits. */
const DigitsE6 = Schema.String;

/** The schema of what one wallet did. */
export const RecordFacts = Schema.Struct({
  orders: Schema.Struct({ matched: Count, canceled: Count, refused: Count, open: Count }),
  fills: Count,
  makerFills: Count,
  failedFills: Count,
  sharesE6: DigitsE6,
  usdcE6: DigitsE6,
  /** Null where a fee is not known. */
  feesE6: Schema.NullOr(DigitsE6),
  /** Milliseconds; null without any. */
  latencyMs: Schema.NullOr(
    Schema.Struct({ p50: Schema.Number, p90: Schema.Number, p99: Schema.Number }),
  ),
});
/** What one wallet did. */
export type RecordFacts = typeof RecordFacts.Type;

/** The operation. */
export const COMPARE_OPERATION = {
  path: "/wallet/compare",
  input: Schema.Struct({
    paperId: WalletId,
    realId: WalletId,
    days: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 365 })),
  }),
  output: Schema.Struct({
    paper: RecordFacts,
    real: RecordFacts,
    /** Of how many orders and fills of each wallet this is at most. */
    readMax: Count,
    shared: Schema.Array(Schema.Struct({
      slug: Schema.String,
      outcome: Schema.String,
      side: Schema.Literals(SIDES),
      paperE6: DigitsE6,
      realE6: DigitsE6,
      slippageE6: DigitsE6,
    })),
  }),
} as const;

/** The handler. */
export const compareHandler = handleOperation(
  COMPARE_OPERATION,
  (asked) =>
    Effect.map(compareWallets(asked), ({ paper, real, shared }) => ({
      paper: factsOf(paper),
      real: factsOf(real),
      readMax: COMPARED_MAX,
      shared: shared.map(({ paperE6, realE6, slippageE6, ...trade }) => ({
        ...trade,
        paperE6: String(paperE6),
        realE6: String(realE6),
        slippageE6: String(slippageE6),
      })),
    })),
);

function factsOf({ sharesE6, usdcE6, feesE6, latencyMs, ...counts }: WalletRecord): RecordFacts {
  return {
    ...counts,
    sharesE6: String(sharesE6),
    usdcE6: String(usdcE6),
    feesE6: Option.getOrNull(Option.map(feesE6, String)),
    latencyMs: Option.getOrNull(latencyMs),
  };
}
