import { afterAll, describe, expect, test } from "bun:test";
import { chmodSync, rmSync, writeFileSync } from "node:fs";
import { checkEnvFiles } from "../../../../app/command/doctor/env_file_check.ts";
import { makeFolder } from "../../../temporary_folder.ts";

const folder = makeFolder();
afterAll(folder.remove);

const writeFile = (name: string, mode: number) => {
  writeFileSync(`${folder.path}/${name}`, "WALLET_KEY=secret\n");
  chmodSync(`${folder.path}/${name}`, mode);
};

describe.skipIf(process.platform === "win32")("the doctor", () => {
  test("says nothing of files of settings that do not exist", () => {
    writeFile(".env.example", 0o644);
    writeFile(".environment", 0o644);
    expect(checkEnvFiles(folder.path)).toEqual([]);
  });

  test.each([
    [0o600, "ok", "only its owner can read it", ""],
    [0o400, "ok", "only its owner can read it", ""],
    [0o640, "trouble", /^other users can read it \(mode 640\)/, "chmod 600 .env"],
    [0o604, "trouble", /^other users can read it \(mode 604\)/, "chmod 600 .env"],
    [0o644, "trouble", /^other users can read it \(mode 644\)/, "chmod 600 .env"],
  ])("says who can read .env of mode %o: %s", (mode, state, finding, remedy) => {
    writeFile(".env", mode);
    const rows = checkEnvFiles(folder.path);
    expect(rows).toEqual([{
      check: ".env",
      state: state as "ok" | "trouble",
      finding: typeof finding === "string" ? finding : expect.stringMatching(finding),
      remedy,
    }]);
    rmSync(`${folder.path}/.env`);
  });

  test("looks at every file that Bun reads settings from", async () => {
    // What Bun reads, whatever NODE_ENV is.
    const read = new Set<string>();
    const kinds = ["development", "production", "test"];
    const names = kinds.flatMap((kind) => [`.env.${kind}`, `.env.${kind}.local`]);
    const files = [".env", ".env.local", ...names];
    for (const [at, name] of files.entries()) {
      writeFileSync(`${folder.path}/${name}`, `IN_FILE_${at}=1\n`);
      chmodSync(`${folder.path}/${name}`, 0o644);
    }
    for (const NODE_ENV of kinds) {
      const child = Bun.spawn([process.execPath, "-p", "Object.keys(process.env).join(' ')"], {
        cwd: folder.path,
        env: { NODE_ENV },
      });
      for (const [, at] of (await child.stdout.text()).matchAll(/IN_FILE_(\d+)/g)) {
        read.add(files[Number(at)] ?? "");
      }
    }
    expect(checkEnvFiles(folder.path).map(({ check }) => check).toSorted())
      .toEqual([...read].toSorted());
  });
});
