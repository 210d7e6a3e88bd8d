import { afterAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { withReason } from "../../../skip_reason.ts";
import { makeFolder } from "../../../temporary_folder.ts";
import { openSandbox } from "../../open_sandbox.ts";

const BOT = "app/client/typescript/bot.ts";
const STRIKELINE_API_KEY = "sk_test_bots_of_the_readme";

const folder = makeFolder();
afterAll(folder.remove);
const bundle = join(folder.path, "bot.mjs");
const { url } = await openSandbox({ SANDBOX_API_KEY: STRIKELINE_API_KEY });
// As a bot author would bundle it.
const { outputs } = await Bun.build({ entrypoints: [BOT], target: "node" });
await Bun.write(bundle, (await outputs[0]?.text()) ?? "");

/** How to run a script; runtimes that are not installed are left out. */
const RUNTIMES: ReadonlyArray<readonly [name: string, command: string[]]> = [
  ["bun", [process.execPath, "run"]],
  // Node 20 has a WebSocket behind this flag, and from 22 on without it.
  ["node", [Bun.which("node") ?? "", "--experimental-websocket", "--no-warnings"]],
  ["deno", [Bun.which("deno") ?? "node_modules/.bin/deno", "run", "--allow-net", "--allow-env"]],
];

describe("the bot", () => {
  test("is some twenty lines", async () => {
    const [, code = ""] = (await Bun.file(BOT).text()).split(" */\n");
    expect(code.trim().split("\n").length).toBeLessThanOrEqual(22);
  });

  for (const [name, command] of RUNTIMES) {
    const skip = command[0] === "" ? `skipped: there is no ${name} here` : undefined;
    const title = withReason(`follows windows of a sandbox on ${name}`, skip);
    test.skipIf(skip !== undefined)(title, async () => {
      const child = Bun.spawn([...command, bundle, url], {
        env: { ...Bun.env, STRIKELINE_API_KEY },
        stdout: "pipe",
        stderr: "pipe",
        // What npm installs as deno starts the program: both are ended as one group.
        detached: true,
      });
      const errors = new Response(child.stderr).text();
      let printed = "";
      for await (const chunk of child.stdout) {
        printed += new TextDecoder().decode(chunk);
        if (printed.includes("\n")) break;
      }
      if (child.exitCode === null) process.kill(-child.pid);
      await child.exited;
      const said = printed === "" ? await errors : printed;
      expect(said).toMatch(
        /^btc-updown-5m-\d+ (\d+(\.\d+)?|null) (-?\d+(\.\d+)?|null) ([01]|no ask)/,
      );
    }, 300_000);
  }
});
