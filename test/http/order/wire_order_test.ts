import { describe, expect, test } from "bun:test";
import { Option } from "effect";
import { placedOrderBody } from "../../../adapters/http/order/wire_order.ts";
import { NO_TOTALS } from "../../../core/order/mod.ts";
import { conditionOf } from "../../condition.ts";

const INSTRUCTION = {
  slug: "btc-up",
  outcome: "Up",
  tokenId: "115792089237316195423570985008687907853269984665640564039457584007913129639935",
  conditionId: conditionOf(12),
  side: "BUY",
  orderType: "FOK",
  amount: "1234567.89",
  isNegRisk: true,
  limit: Option.none(),
} as const;

function placed(
  fill: readonly [sharesE6: bigint | null, usdcE6: bigint | null],
  latencyMs = 46,
  priceE6 = Option.none<bigint>(),
) {
  const [sharesE6, usdcE6] = fill.map(Option.fromNullOr);
  const outcome = {
    kind: "matched",
    fill: { sharesE6: sharesE6 ?? Option.none(), usdcE6: usdcE6 ?? Option.none() },
  } as const;
  const state = { name: "final", orderId: "0xab", outcome, isReconciled: false } as const;
  return JSON.stringify(
    placedOrderBody(
      {
        instruction: INSTRUCTION,
        state,
        fills: NO_TOTALS,
        unsettledE6: 0n,
        loweredToE6: Option.none(),
        priceE6,
      },
      latencyMs,
    ),
  );
}

describe("a placed order", () => {
  test("is written to the last digit", () => {
    expect(placed([9_007_199_254_740_993n, 3_000_000_000_000_001n])).toBe(
      '{"ok":true,"orderId":"0xab","status":"matched","latencyS":0.046,"order":{"slug":"btc-up",' +
        `"outcome":"Up","tokenId":"${INSTRUCTION.tokenId}","side":"BUY","amount":1234567.89,` +
        '"negRisk":true},"filled":{"shares":9007199254.740993,"usdc":3000000000.000001,' +
        '"averagePrice":0.33306691}}',
    );
  });

  test.each<[bigint | null, bigint | null, string]>([
    [null, null, '{"shares":null,"usdc":null,"averagePrice":null}'],
    [null, 5_000_000n, '{"shares":null,"usdc":5,"averagePrice":null}'],
    [5_000_000n, null, '{"shares":5,"usdc":null,"averagePrice":null}'],
    [0n, 0n, '{"shares":0,"usdc":0,"averagePrice":null}'],
  ])("with %p shares for %p USDC has what is known", (sharesE6, usdcE6, filled) => {
    expect(placed([sharesE6, usdcE6])).toEndWith(`"filled":${filled}}`);
  });

  test("averages the price it was signed for where the venue cut the shares", () => {
    const average = (priceE6: Option.Option<bigint>) =>
      /"averagePrice":([^}]*)/.exec(placed([1_015_228n, 1_000_000n], 46, priceE6))?.[1];
    expect([average(Option.none()), average(Option.some(985_000n))])
      .toEqual(["0.98500041", "0.985"]);
  });

  test.each([[1_234.6, "1.235"], [0, "0"], [-3, "0"], [100, "0.1"]])(
    "took %d ms, which is %s s",
    (latencyMs, text) => {
      expect(placed([1n, 1n], latencyMs)).toContain(`"latencyS":${text},`);
    },
  );
});
