import { expect, test } from "bun:test";
import { tradeNotes } from "../../../../app/command/account/command_output.ts";
import { ownCommand } from "../../../../app/wiring/own_command.ts";

const KEY = {
  prefix: "sk_live_12345678",
  lastFour: "abcd",
  scopes: ["read"],
  createdMs: 0,
  lastUsedMs: null,
  revokedMs: null,
  name: "",
} as const;

test("the command for a key that trades has an address that a shell reads as one word", () => {
  expect(tradeNotes({ email: "$(id)&o'b@b.c", key: KEY })).toEqual([
    "It cannot trade. A key that can: " +
    ownCommand(`account key '$(id)&o'\\''b@b.c' --scopes read,trade`),
  ]);
});
