/** Why a service does not start: one line that names the setting, and nothing left behind. */
import { afterAll, describe, expect, test } from "bun:test";
import { readdirSync, writeFileSync } from "node:fs";
import { startReason } from "../../app/wiring/process.ts";
import type { Settings } from "./environment.ts";
import { openSandbox } from "./open_sandbox.ts";
import { makeFolder } from "../temporary_folder.ts";

const TIMEOUT_MS = 400_000;
const folder = makeFolder();
afterAll(folder.remove);

/** Why a sandbox does not start. */
const reasonOf = (settings: Settings) =>
  openSandbox(settings).then(() => "it started", startReason);
const NO_HOST =
  'Cannot listen: HOST "host.invalid" is no address of this machine; set it to one, ' +
  "such as 127.0.0.1 or 0.0.0.0";

describe("startReason()", () => {
  test.each([
    ["EACCES", "Cannot listen: this user may not use the port; choose one of 1024 or more"],
    ["ENOENT", NO_HOST],
    ["EINVAL", NO_HOST],
    ["EADDRNOTAVAIL", NO_HOST],
  ])("names the setting for %s", async (code, reason) => {
    const told = { code, syscall: "listen", address: "host.invalid" };
    expect(await startReason(Object.assign(new Error("listen"), told))).toBe(reason);
  });

  test("repeats what says enough", async () => {
    const why = "Cannot open the store: why";
    expect(await startReason(new Error(why))).toBe(why);
    expect(await startReason("why")).toBe("Cannot start: why");
  });
});

describe("a service", () => {
  test("names HOST, and leaves no claim on its store", async () => {
    const settings = { DATA_DIR: `${folder.path}/host`, SANDBOX_SEED: "7", HOST: "host.invalid" };
    expect(await reasonOf(settings)).toBe(NO_HOST);
    expect(readdirSync(`${settings.DATA_DIR}/sandbox_7`).toSorted())
      .toEqual(["store", "world.sqlite"]);
  }, TIMEOUT_MS);

  test("says that DATA_DIR is a file", async () => {
    const path = `${folder.path}/file`;
    writeFileSync(path, "");
    expect(await reasonOf({ DATA_DIR: path })).toBe(
      "Cannot create a folder under DATA_DIR: a part of its path is a file; " +
        "set DATA_DIR to a folder",
    );
  }, TIMEOUT_MS);

  test("refuses a DATA_DIR too long for the socket of commands, and creates nothing", async () => {
    const path = `${folder.path}/long${"x".repeat(100)}`;
    const socket = `${path}/sandbox_7/operator.sock`;
    expect(await reasonOf({ DATA_DIR: path, SANDBOX_SEED: "7" })).toBe(
      `Cannot use DATA_DIR "${path}": the path of the socket for commands, ${socket}, has ` +
        `${socket.length} bytes, and a socket's path has at most ` +
        `${process.platform === "darwin" ? 103 : 107}; set DATA_DIR to a shorter path`,
    );
    expect(readdirSync(folder.path).filter((name) => name.startsWith("long"))).toEqual([]);
  }, TIMEOUT_MS);
});
