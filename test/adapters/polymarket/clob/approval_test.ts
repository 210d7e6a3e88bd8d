import { describe, expect, test } from "bun:test";
import { approvalCall } from "../../../../adapters/polymarket/clob/approval.ts";
import { type Right, RIGHTS } from "../../../../core/order/mod.ts";

/** The venue's list of contracts, its documentation of Protocol V2, and its refusals. */
const PUSD = "pUSD 0xC011a7E12a19f7B1f670d46F03B03f3342E82DFB";
const CTF = "CTF 0x4D97DCd97eC945f40cF65F87097ACe5EA0476045";
const CALLS: Readonly<Record<Right, string>> = {
  "collateral:exchange": `${PUSD} approve(0xE111180000d2663C0091e4f400237545B87B996B, amount)`,
  "collateral:neg_risk_exchange":
    `${PUSD} approve(0xe2222d279d744050d28e00520010520000310F59, amount)`,
  "collateral:neg_risk_adapter":
    `${PUSD} approve(0xd91E80cF2E7be2e162c6513ceD06f1dD0dA35296, amount)`,
  "collateral:exchange_v3": `${PUSD} approve(0xe3333700cA9d93003F00f0F71f8515005F6c00Aa, amount)`,
  "shares:exchange": `${CTF} setApprovalForAll(0xE111180000d2663C0091e4f400237545B87B996B, true)`,
  "shares:neg_risk_exchange":
    `${CTF} setApprovalForAll(0xe2222d279d744050d28e00520010520000310F59, true)`,
  "shares:neg_risk_adapter":
    `${CTF} setApprovalForAll(0xd91E80cF2E7be2e162c6513ceD06f1dD0dA35296, true)`,
  "shares:exchange_v3": "PositionManager 0x006F54F7f9A22e0000CC2AB60031000000ae9fEF " +
    "setApprovalForAll(0xe3333700cA9d93003F00f0F71f8515005F6c00Aa, true)",
};

describe("how a right is given", () => {
  test.each([...RIGHTS])("%s", (right) => {
    expect(approvalCall(right)).toBe(CALLS[right]);
  });
});
