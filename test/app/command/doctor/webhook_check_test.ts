import { expect, test } from "bun:test";
import { webhookFinding } from "../../../../app/command/doctor/webhook_check.ts";

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
