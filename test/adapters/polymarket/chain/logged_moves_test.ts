import { describe, expect, test } from "bun:test";
import { encodeAbiParameters, encodeEventTopics, pad, parseAbi } from "viem/utils";
import { loggedMoves } from "../../../../adapters/polymarket/chain/logged_moves.ts";

const MOVED = "address indexed operator, address indexed from, address indexed to";
const EVENTS = parseAbi([
  "event Transfer(address indexed from, address indexed to, uint256 value)",
  `event TransferSingle(${MOVED}, uint256 id, uint256 value)`,
  `event TransferBatch(${MOVED}, uint256[] ids, uint256[] values)`,
]);
const PUSD = "0xC011a7E12a19f7B1f670d46F03B03f3342E82DFB";
const CTF = "0x4D97DCd97eC945f40cF65F87097ACe5EA0476045";
const MANAGER = "0x006F54F7f9A22e0000CC2AB60031000000ae9fEF";
const OWN = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const OTHER = "0xAdA100Db00Ca00073811820692005400218FcE1f";
const NOBODY = pad("0x", { size: 20 });
type Address = `0x${string}`;

const money = (address: Address, between: { from: Address; to: Address }, value: bigint) => ({
  address,
  topics: topics(encodeEventTopics({ abi: EVENTS, eventName: "Transfer", args: between })),
  data: encodeAbiParameters([{ type: "uint256" }], [value]),
});
const single = (address: Address, between: { from: Address; to: Address }, id: bigint) => ({
  address,
  topics: topics(encodeEventTopics({
    abi: EVENTS,
    eventName: "TransferSingle",
    args: { operator: OTHER, ...between },
  })),
  data: encodeAbiParameters([{ type: "uint256" }, { type: "uint256" }], [id, 7n]),
});
const batch = (between: { from: Address; to: Address }, moved: Record<string, bigint>) => ({
  address: CTF,
  topics: topics(encodeEventTopics({
    abi: EVENTS,
    eventName: "TransferBatch",
    args: { operator: OTHER, ...between },
  })),
  data: encodeAbiParameters(
    [{ type: "uint256[]" }, { type: "uint256[]" }],
    [Object.keys(moved).map(BigInt), Object.values(moved)],
  ),
});
const topics = (made: ReadonlyArray<unknown>) => made.filter((it) => typeof it === "string");

describe("loggedMoves()", () => {
  test("adds up what an address got and gave, in any case of its letters", () => {
    const logs = [
      batch({ from: OWN, to: OTHER }, { 7132: 5_000_000n, 8801: 2n }),
      money(PUSD, { from: NOBODY, to: OWN }, 5_000_000n),
      money(PUSD, { from: OWN, to: OTHER }, 1n),
      single(MANAGER, { from: NOBODY, to: OWN }, 9n),
      single(MANAGER, { from: OWN, to: NOBODY }, 9n),
    ];
    for (const address of [OWN, OWN.toLowerCase()]) {
      expect(loggedMoves(logs, address)).toEqual({
        usdcE6: 4_999_999n,
        sharesE6: new Map([["7132", -5_000_000n], ["8801", -2n], ["9", 0n]]),
      });
    }
  });

  test("leaves out other addresses, other contracts and other events", () => {
    const { topics: [, ...rest], ...log } = money(PUSD, { from: NOBODY, to: OWN }, 3n);
    const logs = [
      money(PUSD, { from: NOBODY, to: OTHER }, 3n),
      money(OTHER, { from: NOBODY, to: OWN }, 3n),
      single(OTHER, { from: NOBODY, to: OWN }, 9n),
      { ...log, topics: [`0x${"1".repeat(64)}`, ...rest] },
    ];
    expect(loggedMoves(logs, OWN)).toEqual({ usdcE6: 0n, sharesE6: new Map() });
  });

  test("reads no log that is cut", () => {
    const { data, ...log } = batch({ from: OWN, to: OTHER }, { 7132: 5n });
    expect(() => loggedMoves([{ ...log, data: data.slice(0, 66) }], OWN)).toThrow();
  });
});
