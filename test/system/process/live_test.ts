/** A live service and the commands beside it, from the first start on. @module */
import { afterAll, describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { account } from "../../app/command/account/account_process.ts";
import { calledAs, COMMAND_LINE } from "../../app/command_line.ts";
import type { Settings } from "../../app/environment.ts";
import { keyStatus } from "../../app/key_status.ts";
import { NOWHERE } from "../../app/nowhere.ts";
import { startProcess } from "../../app/process.ts";
import { runToEnd } from "../../app/run_to_end.ts";
import { makeFolder } from "../../temporary_folder.ts";

const folder = makeFolder();
afterAll(folder.remove);
const settings: Settings = { ...NOWHERE, DATA_DIR: folder.path, PORT: "0" };
const run = (line: string, more: Settings = {}, stdin = "") =>
  account(line, { settings: { ...settings, ...more }, stdin });

const live = startProcess("start", settings);
const url = await live.waitFor(/answers on (http:\S+)/);
const atPort = { ...settings, PORT: new URL(url).port };

describe("a live service without a setting", () => {
  test("starts, and says what is missing", async () => {
    expect(live.printed()).toMatch(/oracle +off +paid: set CHAINLINK_API_KEY/);
    expect(live.printed()).toContain("from the venue's site and metadata alone");
    const health = await fetch(`${url}/health`);
    expect([health.status, health.headers.get("x-sandbox")]).toEqual([200, null]);
    const question = "asset=btc&type=5min&timestamp=2026-11-01T00:00:00Z";
    const answer = await fetch(`${url}/api/v1/targets/timestamp?${question}`);
    expect([answer.status, await answer.json()]).toMatchObject([502, {
      hint: expect.stringContaining("CHAINLINK_API_KEY"),
    }]);
  });

  test("says how to get the first key, which works until it is revoked", async () => {
    expect(await live.waitFor(/^ {2}(.+) {3}# asks what/m)).toBe(
      `DATA_DIR=${folder.path} PORT=0 ${calledAs("setup")}`,
    );
    expect((await run("key me@x.y")).logged).toContain(
      `Add it: DATA_DIR=${folder.path} ${calledAs("account add me@x.y")}\n`,
    );
    expect((await run("add me@x.y")).code).toBe(0);
    const { printed } = await run("key me@x.y");
    expect(printed).toMatch(/^sk_live_\w{49}\n$/);
    const key = printed.trim();
    expect(await keyStatus(url, key)).toBe(200);
    const revoked = await run(`revoke ${key.slice(0, 16)}`);
    expect(revoked.printed).toContain("Revoked sk_live_");
    expect(await keyStatus(url, key)).toBe(401);
  });

  test("lets in once with a link that the command makes", async () => {
    const { printed } = await run("link me@x.y");
    const [, address, token] = /^(http:\S+)\/console\/link#([\w-]{43})\n$/.exec(printed) ?? [];
    expect(address).toBe(url);
    const signIn = () =>
      fetch(`${url}/console/api/link`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ token }),
      });
    expect([(await signIn()).status, (await signIn()).status]).toEqual([200, 401]);
  });

  test("takes no wallet, though the command has a WALLET_KEY", async () => {
    const stdin = randomBytes(32).toString("hex");
    const line = "wallet import me@x.y --type 0";
    expect(await run(line, {}, stdin)).toEqual({
      code: 1,
      printed: "",
      logged: "Cannot seal or open secrets: WALLET_KEY is not set\n" +
        "Set it to 32 random bytes, as made by: openssl rand -base64 32\n",
    });
    const alone = await run(line, { WALLET_KEY: randomBytes(32).toString("base64") }, stdin);
    expect([alone.code, alone.logged.split("\n")[0]]).toEqual([
      1,
      "Cannot seal or open secrets: WALLET_KEY is not set in the running service",
    ]);
  });

  test("is healthy by the command that watches it, and another port is not", async () => {
    const health = (more: Settings = {}) =>
      runToEnd([...COMMAND_LINE, "health"], { settings: { ...atPort, ...more } });
    expect(await health()).toMatchObject({ code: 0, logged: "" });
    const unwell = await health({ PORT: "1" });
    expect([unwell.code, unwell.printed]).toEqual([1, ""]);
    expect(unwell.logged).toContain("does not answer; set HOST and PORT");
  });
});
