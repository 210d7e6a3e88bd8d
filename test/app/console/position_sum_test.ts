import { expect, test } from "bun:test";
import { positionSum } from "../../../app/console/positions/position_sum.ts";

test.each([
  [[0.1, 0.2, 0.000001], { usdc: 0.300001, count: 3, leftOut: 0 }],
  [[0.1, null], { usdc: 0.1, count: 2, leftOut: 1 }],
  [[null], { usdc: null, count: 1, leftOut: 1 }],
  [[], { usdc: 0, count: 0, leftOut: 0 }],
])("positions of %p come to %p", (values, sum) => {
  expect(positionSum(values.map((value_usdc) => ({ value_usdc })))).toEqual(sum);
});
