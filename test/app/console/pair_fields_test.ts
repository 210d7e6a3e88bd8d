import { expect, test } from "bun:test";
import { marketsOf, pairChangeOf, pairsHeld } from "../../../app/console/positions/pair_fields.ts";

const FIELDS = { kind: "split", slug: " btc-x ", size: " 20.5 " } as const;

test("a split has its fields without what surrounds them", () => {
  expect(pairChangeOf(FIELDS, "w")).toEqual({
    kind: "split",
    walletId: "w",
    slug: "btc-x",
    size: 20.5,
  });
});

test.each(["", "0", "0.0000001", "-1", "1e3", "1,000"])("a size of %p is none", (size) => {
  expect(pairChangeOf({ ...FIELDS, size }, "w")).toStartWith("Cannot read the size");
});

test("of a market, as many pairs merge as the rarer outcome has settled shares", () => {
  const positions = [
    { slug: "a", settled_shares: 5 },
    { slug: "b", settled_shares: 9 },
    { slug: "a", settled_shares: 2.5 },
    { slug: null, settled_shares: 7 },
  ];
  expect(["a", "b", "c"].map((slug) => pairsHeld(positions, slug))).toEqual([2.5, 0, 0]);
  expect(marketsOf(positions)).toEqual(["a", "b"]);
});
