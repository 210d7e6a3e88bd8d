import { afterAll, describe, expect, test } from "bun:test";
import { Glob } from "bun";
import { dirname, join } from "node:path";
import { makeFolder } from "../../../temporary_folder.ts";
import { startScripted, value } from "./stream/scripted_server.ts";
import { until } from "../../../until.ts";
import { withReason } from "../../../skip_reason.ts";

const FOLDER = "app/client/typescript/";
/** What a page loads of it, minified: of all, and of the stream alone. */
const BYTES_MAX = [["mod.ts", 24_700], ["stream/stream.ts", 14_900]] as const;
const folder = makeFolder();
afterAll(folder.remove);

const files = [...new Glob("**/*.ts").scanSync(FOLDER)];
const sources = new Map(
  await Promise.all(
    files.map(async (file) => [file, await Bun.file(FOLDER + file).text()] as const),
  ),
);

/** A script for any runtime, as a bot author would bundle it. */
async function bundle(file: string): Promise<string> {
  const { outputs } = await Bun.build({ entrypoints: [FOLDER + file], target: "node" });
  const path = join(folder.path, file.replace(".ts", ".mjs"));
  await Bun.write(path, (await outputs[0]?.text()) ?? "");
  return path;
}

/** How to run a script; runtimes that are not installed are left out. */
const RUNTIMES: ReadonlyArray<readonly [name: string, command: string[]]> = [
  ["bun", [process.execPath, "run"]],
  // Node 20 has a WebSocket behind this flag, and from 22 on without it.
  ["node", [Bun.which("node") ?? "", "--experimental-websocket", "--no-warnings"]],
  ["deno", [Bun.which("deno") ?? "node_modules/.bin/deno", "run", "--allow-net", "--allow-env"]],
];

describe("the client's folder", () => {
  test("imports nothing from outside it", () => {
    expect(files).toContain("mod.ts");
    for (const [file, text] of sources) {
      const imports = [...text.matchAll(/from "([^"]+)"/g)].map((match) => match[1] ?? "");
      const foreign = imports.filter((specifier) =>
        !specifier.startsWith(".") || !files.includes(join(dirname(file), specifier))
      );
      expect([file, foreign]).toEqual([file, file === "bot.ts" ? ["node:process"] : []]);
      const used = /\b(Bun|Deno|process|Buffer|require)\.\w+/.exec(text)?.[0];
      expect([file, used]).toEqual([file, file === "bot.ts" ? "process.argv" : undefined]);
    }
  });

  test.each(BYTES_MAX)(
    "%s is bundled for a browser, in at most %i bytes",
    async (file, bytesMax) => {
      const { success, outputs } = await Bun.build({
        entrypoints: [FOLDER + file],
        target: "browser",
        minify: true,
      });
      expect(success).toBe(true);
      expect(outputs[0]?.size).toBeLessThanOrEqual(bytesMax);
    },
  );

  describe("bot.ts", () => {
    for (const [name, command] of RUNTIMES) {
      const skip = command[0] === "" ? `skipped: there is no ${name} here` : undefined;
      const title = withReason(`prints targets and gaps on ${name}`, skip);
      test.skipIf(skip !== undefined)(title, async () => {
        const server = startScripted();
        const child = Bun.spawn([...command, await bundle("bot.ts"), server.url], {
          stdout: "pipe",
          stderr: "pipe",
          // What npm installs as deno starts the program: both are ended as one group.
          detached: true,
        });
        const errors = new Response(child.stderr).text();
        await until(
          () => (server.peers[0]?.received.length ?? 0) > 0 || child.exitCode !== null,
          `a subscription of ${name}`,
        );
        const [peer] = server.peers;
        if (peer === undefined) throw new Error(await errors);
        const topic = "targets:btc:5min";
        peer.send(value(topic, 1_767_225_600));
        peer.send({
          type: "gap",
          topic,
          fromSeq: 1_767_225_900,
          toSeq: 1_767_226_200,
          reason: "no_price",
        });
        let printed = "";
        for await (const chunk of child.stdout) {
          printed += new TextDecoder().decode(chunk);
          if (printed.split("\n").length > 2) break;
        }
        process.kill(-child.pid);
        await child.exited;
        server.stop();
        expect(printed).toContain("btc-updown-5min-1767225600 opened at $176722.56");
        expect(printed).toContain("targets:btc:5min has nothing from 1767225900 to 1767226200");
      }, 300_000);
    }
  });
});
