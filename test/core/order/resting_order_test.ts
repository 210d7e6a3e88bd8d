import { describe, expect, test } from "bun:test";
import { Option } from "effect";
import fc from "fast-check";
import {
  afterAnswer,
  afterLookup,
  type Fill,
  knownFill,
  listedStateOf,
  NO_FILL,
  type OrderState,
  type VenueOrderStatus,
} from "../../../core/order/mod.ts";
import { MISSING, SENT } from "./order_life.ts";

const fillOf = (sharesE6: bigint): Fill => ({
  sharesE6: Option.some(sharesE6),
  usdcE6: Option.some(sharesE6 / 2n),
});
const live = (sharesE6: bigint, isDelayed = false) =>
  ({ kind: "live", isDelayed, fill: fillOf(sharesE6) }) as const;
const REST = afterAnswer(SENT, { kind: "live", isDelayed: false, fill: NO_FILL });

const shares = fc.bigInt({ min: 0n, max: 5n });
/** What the venue says of an order that rests, in whatever order it is heard. */
const report: fc.Arbitrary<VenueOrderStatus> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(shares, fc.boolean()).map(([e6, late]) => live(e6, late)) },
  fc.constant(MISSING),
);
const after = (state: OrderState, status: VenueOrderStatus, atMs: number): OrderState =>
  state.name === "final" ? state : afterLookup(state, { status, atMs });
const tradedE6 = (state: OrderState) =>
  Option.getOrElse(Option.flatMap(knownFill(state), ({ sharesE6 }) => sharesE6), () => -1n);

describe("an order that rests", () => {
  test("has traded the most that was ever reported, whatever the order of the reports", () =>
    fc.assert(fc.property(fc.array(report, { maxLength: 8 }), (reports) => {
      const state = reports.reduce<OrderState>(
        (state, status) => after(state, status, 20_000),
        REST,
      );
      const most = reports.reduce<bigint>(
        (most, status) => status.kind === "live" ? maxOf(most, status.fill) : most,
        0n,
      );
      expect([state.name, tradedE6(state)]).toEqual(["live", most]);
    })));

  test("keeps what it had traded when it is gone, also if the last report says less", () => {
    const part = after(REST, live(3n), 20_000);
    for (const kind of ["matched", "canceled"] as const) {
      const end = { kind, fill: fillOf(1n), cause: "venue", message: "m" } as const;
      const state = after(part, end, 20_000);
      expect([state.name, tradedE6(state), listedStateOf(state)]).toEqual(["final", 3n, kind]);
    }
  });

  test("is gone for certain once the venue has not known it for ten seconds", () => {
    const part = after(REST, live(2n), 20_000);
    const missing = after(part, MISSING, 30_000);
    expect(missing.name).toBe("live");
    expect(after(after(missing, live(2n), 35_000), MISSING, 45_000).name).toBe("live");
    expect(after(missing, MISSING, 39_999).name).toBe("live");
    expect(after(missing, MISSING, 40_000)).toMatchObject({
      name: "final",
      isReconciled: true,
      outcome: { kind: "canceled", cause: "venue", fill: fillOf(2n) },
    });
  });

  test("is delayed until it is known to rest, and never again", () => {
    const delayed = afterAnswer(SENT, { kind: "live", isDelayed: true, fill: NO_FILL });
    expect(listedStateOf(delayed)).toBe("delayed");
    const resting = after(delayed, live(0n), 20_000);
    expect(listedStateOf(resting)).toBe("live");
    expect(listedStateOf(after(resting, live(0n, true), 30_000))).toBe("live");
  });

  test("is known to rest as soon as a look-up finds it, whoever is still sending it", () => {
    expect(after(SENT, live(1n), SENT.sentMs)).toMatchObject({ name: "live", fill: fillOf(1n) });
  });
});

function maxOf(most: bigint, { sharesE6 }: Fill): bigint {
  const e6 = Option.getOrElse(sharesE6, () => 0n);
  return e6 > most ? e6 : most;
}
