import { describe, expect, test } from "bun:test";
import { Option } from "effect";
import { walletFinding, webhookFinding } from "../../../../app/command/doctor/wallet_check.ts";
import type { OpenedSecrets, SecretsReport } from "../../../../core/use_case/account/mod.ts";
import { ownCommand } from "../../../../app/wiring/own_command.ts";

const opened = (count: number, formerCount = 0): OpenedSecrets => ({
  count,
  formerCount,
  unreadable: [],
});
const broken = (id: string): OpenedSecrets => ({
  ...opened(3),
  unreadable: [{ id, reason: "Cannot open a secret: it is damaged" }],
});

const found = (report: Partial<SecretsReport>) =>
  walletFinding({ keyId: "a", wallets: opened(0), webhooks: opened(0), ...report }, {
    walletKeys: { current: Option.none(), previous: Option.none() },
    isRunning: false,
  });

describe("the wallet key", () => {
  test("is well if it opens wallets and webhooks, and says what the former one opens", async () => {
    expect(await found({ wallets: opened(2), webhooks: opened(1) })).toEqual({
      state: "ok",
      finding: "opens 2 wallets and 1 webhooks",
      remedy: "",
    });
    expect(await found({ wallets: opened(2, 1), webhooks: opened(3, 2) })).toEqual({
      state: "ok",
      finding: "opens 2 wallets and 3 webhooks, 3 of them by WALLET_KEY_PREVIOUS",
      remedy: `Reseal them under WALLET_KEY: ${ownCommand("account rotate")}`,
    });
  });

  test("is in trouble if a webhook does not open, with the way to a new secret", async () => {
    expect(await found({ wallets: opened(2), webhooks: broken("hook_1") })).toEqual({
      state: "trouble",
      finding: "1 of 3 webhooks do not open; hook_1: Cannot open a secret: it is damaged",
      remedy: "Set WALLET_KEY to the key that sealed them, or give those webhooks new secrets: " +
        ownCommand("account hook rotate <id>"),
    });
    const both = await found({ wallets: broken("w1"), webhooks: broken("hook_1") });
    expect(both.finding).toStartWith("1 of 3 wallets and 1 of 3 webhooks do not open; w1: ");
    expect(both.remedy).toMatch(/sealed them, or import .* again, or give those webhooks/);
    expect((await found({ wallets: broken("w1") })).remedy).not.toContain("webhook");
  });

  test("is needed as soon as there is a webhook", async () => {
    expect(await found({ keyId: null })).toMatchObject({ state: "off" });
    expect(await found({ keyId: null, webhooks: opened(1) })).toMatchObject({
      state: "trouble",
      finding: "WALLET_KEY is not set, and 0 wallets and 1 webhooks are sealed",
    });
  });
});

test("webhooks are in trouble once one is stopped, however much waits", () => {
  expect(webhookFinding({ waiting: 10_000, stopped: 0 })).toMatchObject({
    state: "ok",
    finding: "10000 messages wait",
  });
  expect(webhookFinding({ waiting: 0, stopped: 1 })).toMatchObject({
    state: "trouble",
    remedy: expect.stringContaining("hook resume"),
  });
});
