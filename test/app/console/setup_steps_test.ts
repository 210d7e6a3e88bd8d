import { describe, expect, test } from "bun:test";
import type { SetupState, SetupWallet } from "../../../app/console/setup/setup_request.ts";
import { limitOf, nextStep, type StepName } from "../../../app/console/setup/setup_steps.ts";

const WALLET: SetupWallet = {
  id: "1",
  address: "0x1",
  has_venue_key: true,
  max_order_usdc: 50,
  max_daily_usdc: 200,
};
const DONE: SetupState = {
  file: ".env",
  has_wallet_key: true,
  has_oracle: true,
  relay_wallet_id: "1",
  wallets: [WALLET],
  key_count: 1,
};
const stepOf = (
  state: Partial<SetupState>,
  passed: ReadonlyArray<StepName> = [],
  asked?: StepName,
) => nextStep({ ...DONE, ...state }, { passed, asked });

describe("setting up goes on", () => {
  test("with the first step that is missing", () => {
    const nothing = { wallets: [], has_oracle: false, key_count: 0 };
    expect(stepOf(nothing)).toBe("wallet");
    const bare = { ...WALLET, has_venue_key: false, max_order_usdc: null, max_daily_usdc: null };
    expect(stepOf({ ...nothing, wallets: [bare] })).toBe("wallet");
    expect(stepOf({ ...nothing, wallets: [{ ...bare, has_venue_key: true }] })).toBe("limits");
    expect(stepOf({ has_oracle: false, key_count: 0 })).toBe("relay");
    expect(stepOf({ key_count: 0 })).toBe("key");
    expect(stepOf({})).toBeUndefined();
  });

  test("without what the reader leaves out, and what needs that", () => {
    const nothing = { wallets: [], has_oracle: false, key_count: 0 };
    expect(stepOf(nothing, ["wallet"])).toBe("key");
    const unprovisioned = { ...nothing, wallets: [{ ...WALLET, has_venue_key: false }] };
    expect(stepOf(unprovisioned, ["wallet"])).toBe("key");
    expect(stepOf({ has_oracle: false }, ["relay"])).toBeUndefined();
  });

  test("with the limits of a wallet that was just added, whatever they are", () => {
    expect(stepOf({}, [], "limits")).toBe("limits");
    expect(stepOf({}, ["limits"], "limits")).toBeUndefined();
    const oneLimit = [{ ...WALLET, max_daily_usdc: null }];
    expect(stepOf({ wallets: oneLimit })).toBeUndefined();
  });
});

test("a limit is USDC of at most 6 decimals, or none", () => {
  expect([" 50 ", "99.5", "0.000001", "None"].map((text) => limitOf("", text)))
    .toEqual([50, 99.5, 0.000001, "none"]);
  for (const text of ["", "0", "0.0", "-1", "1e3", "5.", "1.0000001", "1234567890", "much"]) {
    expect(limitOf("of a day", text))
      .toEqual({ fault: expect.stringContaining(`the most of a day "${text}": write USDC`) });
  }
});
