import { afterAll, describe, expect, test } from "bun:test";
import {
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { readEnvFile, saveSettings } from "../../../app/settings/env_file.ts";
import { makeFolder } from "../../temporary_folder.ts";

const folder = makeFolder();
afterAll(folder.remove);

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

  test("keeps the bytes of all else", () => {
    const file = `${folder.path}/bytes`;
    const bytes = (port: string) =>
      Buffer.from(`\ufeffP=é\r\nPORT=${port} # Ü\r\nQ=\xe9`, "latin1");
    writeFileSync(file, bytes("1"));
    saveSettings(file, { PORT: "2" });
    expect(readFileSync(file)).toEqual(bytes("2"));
  });

  test("stays a link where it is one", () => {
    const [file, link] = [`${folder.path}/kept`, `${folder.path}/link`];
    writeFileSync(file, "PORT=1\n");
    symlinkSync(file, link);
    saveSettings(link, { PORT: "2" });
    expect([readEnvFile(file), lstatSync(link).isSymbolicLink()]).toEqual(["PORT=2\n", true]);
  });
});
