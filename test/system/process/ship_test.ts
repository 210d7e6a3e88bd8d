/** What users download: the binary, and the package of npm. @module */
import { afterAll, describe, expect, test } from "bun:test";
import { copyFileSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { GUIDES } from "../../../adapters/http/document/guides.ts";
import { makeBinary } from "../../../app/ship/binary.ts";
import { makePackage } from "../../../app/ship/package.ts";
import { startProgram } from "../../app/process.ts";
import { makeProgramFolder } from "../../app/ship/program_folder.ts";
import { withReason } from "../../skip_reason.ts";
import { makeFolder } from "../../temporary_folder.ts";

const folder = makeProgramFolder();

/** The suite's binary or, without the suite, a new one. */
const binary = Bun.env["TEST_BINARY"] ?? join(folder, "made", "strikeline");
if (Bun.env["TEST_BINARY"] === undefined) await makeBinary({ file: binary });

const SETTINGS = { PORT: "0", LEAGUES: "wsl", DATA_DIR: "kept" };

/** Pages, and how many bytes they have at least. */
const PAGES: ReadonlyArray<readonly [path: string, bytesMin: number]> = [
  ["/api/v1/targets/active?asset=btc", 100],
  ["/docs", 1_000],
  ["/docs/swagger-ui-bundle.js", 1_000_000],
  ["/docs/swagger-ui.css", 100_000],
  ["/favicon.ico", 100],
  ["/favicon.svg", 100],
  ...GUIDES.map(({ name, markdown }) => [`/docs/guide/${name}`, markdown.length / 2] as const),
];

async function expectPages(url: string): Promise<void> {
  for (const [path, bytesMin] of PAGES) {
    const response = await fetch(url + path);
    expect([path, response.status]).toEqual([path, 200]);
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(bytesMin);
  }
}

describe("the binary, alone in a folder where neither Bun nor Node can be found", () => {
  const home = join(folder, "home");
  const start = (...args: ReadonlyArray<string>) =>
    startProgram([join(home, "strikeline"), ...args], {
      cwd: home,
      settings: { ...SETTINGS, PATH: "/nowhere" },
    });

  test("serves answers, documents and assets, and stores in its folder", async () => {
    await Bun.write(join(home, "strikeline"), "");
    copyFileSync(binary, join(home, "strikeline"));
    const sandbox = start("sandbox");
    await expectPages(await sandbox.waitFor(/service +(http:\S+)/));
    expect(await start("account", "add", "me@x.y", "--sandbox").exited).toBe(0);
    sandbox.kill("SIGTERM");
    expect(await sandbox.exited).toBe(0);
    expect(readdirSync(home).toSorted()).toEqual(["kept", "strikeline"]);
    expect(await start("account", "keys", "me@x.y", "--sandbox").exited).toBe(0);
  });

  test("runs no file that lies where it is started", async () => {
    const { path, remove } = makeFolder();
    afterAll(remove);
    await Bun.write(join(path, "bunfig.toml"), 'preload = ["./evil.ts"]\n');
    await Bun.write(join(path, "evil.ts"), 'console.log("evil"); process.exit(7);\n');
    const running = startProgram([binary, "--help"], { cwd: path });
    expect(await running.exited).toBe(0);
    expect(running.printed()).toStartWith(`Usage: ${binary} <command>`);
  });

  test("comes with the licences of what is in it", async () => {
    const text = await Bun.file(`${binary}.licenses.txt`).text();
    for (const name of ["Bun", "effect", "@electric-sql/pglite", "tiny-secp256k1", "postgres"]) {
      expect(text).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+: \\S`, "m"));
    }
  });
});

const node = Bun.which("node");

describe("the package, run by Node where Bun is on the path", () => {
  test.skipIf(node === null)(
    withReason(
      "serves what it has, and ends with 0 on SIGTERM",
      node === null ? "skipped: there is no node here" : undefined,
    ),
    async () => {
      const [made, tools] = [join(folder, "package"), join(folder, "tools")];
      await makePackage(made);
      await Bun.write(join(tools, "README"), "programs of this path, and no others");
      symlinkSync(process.execPath, join(tools, "bun"));
      const running = startProgram([node ?? "", join(made, "bin/strikeline.js"), "sandbox"], {
        cwd: tools,
        settings: { ...SETTINGS, PATH: tools },
      });
      const url = await running.waitFor(/service +(http:\S+)/);
      await expectPages(url);
      running.kill("SIGTERM");
      expect(await running.exited).toBe(0);
      await expect(fetch(url)).rejects.toThrow();
    },
  );
});
