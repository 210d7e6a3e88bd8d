import { afterAll, describe, expect, test } from "bun:test";
import { lstatSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import {
  readEnvFile,
  saveSettings,
  valueIn,
  withSettings,
} from "../../../app/settings/env_file.ts";
import { makeFolder } from "../../temporary_folder.ts";

const folder = makeFolder();
afterAll(folder.remove);

const name = fc.constantFrom("WALLET_KEY", "PORT", "POLYMARKET_RELAY_WALLET");
const value = fc.stringMatching(/^[\w+/=-]{1,44}$/);
const line = fc.oneof(
  fc.tuple(name, value).map(([name, value]) => `${name}=${value}`),
  fc.tuple(name, value).map(([name, value]) => `  export ${name} = ${value}`),
  name.map((name) => `# ${name}=`),
  fc.constantFrom("", "# a note", "OTHER=1"),
);
const text = fc.array(line).map((lines) => lines.map((line) => `${line}\n`).join(""));

describe("settings in the text of a file", () => {
  test("are found once they are put there, beside all else as it was", () => {
    fc.assert(fc.property(text, name, value, (before, name, value) => {
      const after = withSettings(before, { [name]: value });
      expect(valueIn(after, name)).toBe(value);
      const isOther = (line: string) => !/^\s*(export\s+)?\w/.test(line) || !line.includes(name);
      expect(after.split("\n").filter(isOther)).toEqual(before.split("\n").filter(isOther));
    }));
  });

  test("stay where they stood, and are not found in a comment or without a value", () => {
    const before = "# WALLET_KEY=no\nPORT=1\nWALLET_KEY=\nHOST=::1\n";
    expect(valueIn(before, "WALLET_KEY")).toBeUndefined();
    expect(withSettings(before, { PORT: "2", WALLET_KEY: "a=" }))
      .toBe("# WALLET_KEY=no\nPORT=2\nWALLET_KEY=a=\nHOST=::1\n");
  });
});

describe("a file of settings", () => {
  test("is made for its owner alone, and changed whole", () => {
    const file = `${folder.path}/.env`;
    expect(readEnvFile(file)).toBe("");
    saveSettings(file, { WALLET_KEY: "a" });
    saveSettings(file, { PORT: "1" });
    expect(readEnvFile(file)).toBe("WALLET_KEY=a\nPORT=1\n");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder.path)).toEqual([".env"]);
  });

  test("stays a link where it is one", () => {
    const [file, link] = [`${folder.path}/kept`, `${folder.path}/link`];
    writeFileSync(file, "PORT=1\n");
    symlinkSync(file, link);
    saveSettings(link, { PORT: "2" });
    expect([readEnvFile(file), lstatSync(link).isSymbolicLink()]).toEqual(["PORT=2\n", true]);
  });
});
