import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { copyFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { makeBinary } from "../../../app/ship/binary.ts";
import { GUIDES } from "../../../adapters/http/document/guides.ts";
import { environmentOf } from "../environment.ts";
import { makeFolder } from "../process.ts";
import { runToEnd } from "../run_to_end.ts";
import { makeProgramFolder } from "./program_folder.ts";

const TIMEOUT_MS = 300_000;
const PORT_LINE = /service +(http:\S+)/;

/** The suite's binary or, without the suite, a new one. */
const binary = Bun.env["TEST_BINARY"] ?? join(makeProgramFolder(), "made");

beforeAll(async () => {
  if (Bun.env["TEST_BINARY"] === undefined) await makeBinary({ file: binary });
}, TIMEOUT_MS);

/** Starts it in its own folder, where neither Bun nor Node can be found. */
function start(cwd: string, args: ReadonlyArray<string>) {
  const child = Bun.spawn([join(cwd, "strikeline"), ...args], {
    cwd,
    env: environmentOf({ PATH: "/nowhere", PORT: "0", LEAGUES: "wsl", DATA_DIR: "kept" }),
    stdout: "pipe",
    stderr: "pipe",
  });
  afterAll(() => child.kill("SIGKILL"));
  return child;
}

/** Runs an operator's command. Returns its exit code and what it says to the operator. */
async function account(cwd: string, ...args: ReadonlyArray<string>) {
  const child = start(cwd, ["account", ...args, "--sandbox"]);
  const said = await new Response(child.stderr).text();
  return { code: await child.exited, said };
}

/** Starts the sandbox, and waits until it answers. */
async function startSandbox(cwd: string) {
  const child = start(cwd, ["sandbox"]);
  let printed = "";
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    printed += chunk;
    const url = PORT_LINE.exec(printed)?.[1];
    if (url !== undefined) return { url, child };
  }
  throw new Error(`${printed}${await new Response(child.stderr).text()}`);
}

async function bytesOf(url: string): Promise<number> {
  const response = await fetch(url);
  expect([url, response.status]).toEqual([url, 200]);
  return (await response.arrayBuffer()).byteLength;
}

describe("the binary, alone in a folder", () => {
  test("serves answers, documents and assets, and what it stored before", async () => {
    const path = makeProgramFolder();
    copyFileSync(binary, join(path, "strikeline"));
    const first = await startSandbox(path);
    const active = await fetch(`${first.url}/api/v1/targets/active?asset=btc`);
    expect(active.status).toBe(200);
    expect(await account(path, "add", "me@x.y")).toMatchObject({ code: 0 });
    for (
      const [page, bytesMin] of [
        ["/docs", 1_000],
        ["/docs/swagger-ui-bundle.js", 1_000_000],
        ["/docs/swagger-ui.css", 100_000],
        ["/favicon.ico", 100],
        ["/favicon.svg", 100],
        ...GUIDES.map(({ name, markdown }) =>
          [`/docs/guide/${name}`, markdown.length / 2] as const
        ),
      ] as const
    ) {
      expect(await bytesOf(first.url + page)).toBeGreaterThan(bytesMin);
    }
    first.child.kill("SIGTERM");
    expect(await first.child.exited).toBe(0);
    expect(readdirSync(path).toSorted()).toEqual(["kept", "strikeline"]);
    const second = await startSandbox(path);
    expect(await account(path, "keys", "me@x.y")).toMatchObject({ code: 0 });
    expect(await account(path, "keys", "you@x.y")).toMatchObject({ code: 1 });
    second.child.kill("SIGTERM");
    expect(await second.child.exited).toBe(0);
  }, TIMEOUT_MS);

  test("has every command, under its own name", async () => {
    const { code, printed } = await runToEnd([binary, "account", "--help"]);
    expect(code).toBe(0);
    expect(printed).toStartWith("Usage: strikeline account ");
    expect(printed).not.toContain("bun run");
  }, TIMEOUT_MS);

  test("runs no file that lies where it is started", async () => {
    const { path, remove } = makeFolder();
    afterAll(remove);
    await Bun.write(join(path, "bunfig.toml"), 'preload = ["./evil.ts"]\n');
    await Bun.write(join(path, "evil.ts"), 'console.log("evil"); process.exit(7);\n');
    const child = Bun.spawn([binary, "--help"], { cwd: path, stdout: "pipe" });
    expect(await new Response(child.stdout).text()).toStartWith("Usage: strikeline <command>");
    expect(await child.exited).toBe(0);
  }, TIMEOUT_MS);

  test("comes with the licences of what is in it", async () => {
    const text = await Bun.file(`${binary}.licenses.txt`).text();
    for (const name of ["Bun", "effect", "@electric-sql/pglite", "tiny-secp256k1", "postgres"]) {
      expect(text).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+: \\S`, "m"));
    }
  });
});

describe("bun run binary", () => {
  const run = (...args: ReadonlyArray<string>) =>
    runToEnd([process.execPath, "run", "app/ship/binary.ts", ...args]);

  test.each([
    [["--target", "beos"], 'Unknown target "beos"\nUsage: bun run binary '],
    [["linux-x64"], 'Unknown argument "linux-x64"\nUsage: bun run binary '],
    [["--outfile", "x"], "Unknown option '--outfile'\nUsage: bun run binary "],
  ])("refuses %j, with what to do instead", async (args, text) => {
    const { code, printed, logged } = await run(...args);
    expect([code, printed]).toEqual([1, ""]);
    expect(logged).toStartWith(text);
  }, TIMEOUT_MS);
});
