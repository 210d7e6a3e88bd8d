/** The package of npm, packed and installed. @module */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { chmodSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { makePackage } from "../../../app/ship/package.ts";
import { CLUSTER_FILE } from "../../../app/ship/prepared_cluster.ts";
import packageJson from "../../../package.json" with { type: "json" };
import { startProgram } from "../../app/process.ts";
import { hasTables } from "../../app/ship/cluster_tables.ts";
import { installPackage, node, npm, npmSkip, titled } from "./installed_package.ts";

const { folder, home, packed, run, path: installed, files } = await installPackage(
  "strikeline",
  makePackage,
);

describe.skipIf(npmSkip !== undefined)(titled("the package of npm"), () => {
  test("has everything that its manifest and its README name", async () => {
    const named = [packageJson.bin.strikeline.replace(/^\.\//, "")];
    const readme = await Bun.file(join(installed, "README.md")).text();
    const linked = [...readme.matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)].map(([, path]) => path);
    expect(linked.length).toBeGreaterThan(8);
    const missing = [...named, ...linked, "service/LICENSES.txt"].filter((path) =>
      !files.has(path ?? "")
    );
    expect(missing).toEqual([]);
  });

  test("carries a store whose tables are made", async () => {
    expect(await hasTables(join(installed, "service", CLUSTER_FILE))).toBe(true);
  });

  test("installs nothing else, and can be published", async () => {
    const manifest = await Bun.file(join(installed, "package.json")).json();
    const { version } = packageJson;
    expect(manifest).toMatchObject({ name: "strikeline", version, license: "MIT" });
    for (const field of ["private", "scripts", "dependencies", "devDependencies", "overrides"]) {
      expect(manifest).not.toHaveProperty(field);
    }
    const { packages } = await Bun.file(join(home, "package-lock.json")).json();
    expect(Object.keys(packages)).toEqual(["", "node_modules/strikeline"]);
  });
});

describe.skipIf(npmSkip !== undefined)(titled("npx strikeline"), () => {
  const USAGE = "Usage: node_modules/strikeline/bin/strikeline.js probe [--json]";
  const tools = join(folder, "tools");
  const script = async (name: string, text: string) => {
    const path = join(tools, name);
    await Bun.write(path, text);
    chmodSync(path, 0o755);
  };
  /** Runs the package's program with these programs on the path, and Node. */
  const strikeline = (
    args: ReadonlyArray<string>,
    { program = node }: { readonly program?: string } = {},
  ) =>
    run([program, join(installed, "bin/strikeline.js"), ...args], {
      PATH: tools,
      npm_execpath: "",
    });

  beforeEach(() => mkdirSync(tools, { recursive: true }));
  afterEach(() => rmSync(tools, { recursive: true }));

  test("finds the program of an installed package", async () => {
    symlinkSync(process.execPath, join(tools, "bun"));
    const path = `${tools}:${process.env["PATH"]}`;
    const { code, printed } = await run([npm ?? "", "exec", "--", "strikeline", "--help"], {
      PATH: path,
    });
    expect([code, printed.split("\n")[0]]).toEqual([0, "Usage: npx strikeline <command>"]);
  });

  test(
    "needs nothing but Bun where Bun runs it, and passes its arguments and exit code on",
    async () => {
      const { code, printed, logged } = await strikeline(["sandbax"], {
        program: process.execPath,
      });
      expect([code, printed]).toEqual([1, ""]);
      expect(logged).toStartWith('Unknown command "sandbax"; did you mean sandbox?\n');
    },
  );

  test("says which commit it was made from, and runs nothing of the folder it is in", async () => {
    symlinkSync(process.execPath, join(tools, "bun"));
    await Bun.write(join(home, "bunfig.toml"), 'preload = ["./preloaded.ts"]\n');
    await Bun.write(join(home, "preloaded.ts"), 'console.log("preloaded");\n');
    const { code, printed } = await strikeline(["--version"]);
    rmSync(join(home, "bunfig.toml"));
    expect(code).toBe(0);
    expect(printed).toMatch(/^strikeline \d+\.\d+\.\d+ \([0-9a-f]{12}\), bun [\d.]+\n$/);
  });

  test("is named in commands as npx was asked for it, from a packed file", async () => {
    symlinkSync(process.execPath, join(tools, "bun"));
    const path = `${tools}:${process.env["PATH"]}`;
    const { code, printed } = await run([
      npm ?? "",
      "exec",
      "--yes",
      `--package=${packed}`,
      "--",
      "strikeline",
      "--help",
    ], {
      PATH: path,
      npm_config_cache: join(folder, "cache"),
      npm_config_offline: "true",
    });
    expect([code, printed.split("\n")[0]]).toEqual([
      0,
      `Usage: npx -y --package=${packed} strikeline <command>`,
    ]);
  });

  test("fetches Bun with npm where the one on the path is too old", async () => {
    await script("bun", "#!/bin/sh\necho 1.4.4\n");
    await script("npm", `#!/bin/sh\necho "$@" >> ${folder}/asked\necho ${process.execPath}\n`);
    const { code, printed } = await strikeline(["probe", "--help"]);
    expect([code, printed.split("\n")[0]]).toEqual([0, USAGE]);
    expect(await Bun.file(join(folder, "asked")).text()).toBe(
      `exec --yes --package=bun@${packageJson.devDependencies["bun-types"]} -- ` +
        "bun --print process.execPath\n",
    );
  });

  test("says what is missing where there is neither Bun nor npm", async () => {
    const { code, printed, logged } = await strikeline(["sandbox"]);
    expect([code, printed]).toEqual([1, ""]);
    expect(logged).toMatch(/^Cannot find Bun [\d.]+, nor fetch it with npm: .*\n$/);
  });

  test.each(["SIGTERM", "SIGKILL"] as const)("stops when npx is ended by %s", async (signal) => {
    symlinkSync(process.execPath, join(tools, "bun"));
    const npx = startProgram([npm ?? "", "exec", "--", "strikeline", "sandbox"], {
      cwd: home,
      settings: {
        PORT: "0",
        LEAGUES: "wsl",
        LOG_LEVEL: "error",
        PATH: `${tools}:${process.env["PATH"]}`,
      },
    });
    const url = await npx.waitFor(/service +(http:\S+)/);
    expect((await fetch(`${url}/health`)).status).toBe(200);
    npx.kill(signal);
    // The pipe that both write to is closed once both have ended.
    await npx.exited;
    await expect(fetch(`${url}/health`)).rejects.toThrow();
  });
});
