/** The command `account` where no service runs. @module */
import { afterAll, describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { readdirSync, writeFileSync } from "node:fs";
import { schemaOf } from "../../../app/wiring/world_folder.ts";
import { serverSkip, serverUrl } from "../../adapters/postgres/fresh_schema.ts";
import { account } from "../../app/command/account/account_process.ts";
import type { Settings } from "../../app/environment.ts";
import { keyStatus } from "../../app/key_status.ts";
import { openSandbox } from "../../app/open_sandbox.ts";
import { dropSchema } from "../../bench/drop_schema.ts";
import { withReason } from "../../skip_reason.ts";
import { makeFolder } from "../../temporary_folder.ts";

const folder = makeFolder();
afterAll(folder.remove);

/** Makes an account and a key where nothing is stored yet, and returns the key. */
async function makeKey(settings: Settings): Promise<string> {
  const run = (line: string) => account(`${line} --sandbox`, { settings });
  for (const line of ["keys bot@x.y", "key bot@x.y"]) {
    const ended = await run(line);
    expect([ended.code, ended.printed]).toEqual([1, ""]);
    expect(ended.logged).toMatch(
      /^Cannot open a store: nothing is stored of sandbox_\d+ .*\n.* add me@localhost --sandbox\n$/,
    );
  }
  // Nothing was created on the way.
  expect(readdirSync(folder.path)).not.toContain(`sandbox_${settings["SANDBOX_SEED"]}`);
  const added = await run("add bot@x.y");
  expect(added.printed).toBe("Opened the account bot@x.y\n");
  expect(added.logged).toMatch(/^Made a new store in (\/|the schema strikeline_sandbox_).*\n$/);
  const key = (await run("key bot@x.y")).printed.trim();
  expect((await run("keys bot@x.y")).printed).toContain(key.slice(0, 16));
  return key;
}

describe("the command account, where no service runs", () => {
  test("makes a store with a key and a wallet, which a service finds", async () => {
    const settings = { DATA_DIR: folder.path, SANDBOX_SEED: "381" };
    const key = await makeKey(settings);
    const run = (line: string, stdin = "") => account(`${line} --sandbox`, { settings, stdin });
    const stdin = randomBytes(32).toString("hex");
    const imported = await run("wallet import bot@x.y --type 0", stdin);
    const [, id = ""] = /^wallet +(\S+)/m.exec(imported.printed) ?? [];
    const early = await run(`wallet provision ${id}`);
    expect([early.code, early.logged]).toEqual([1, expect.stringContaining("no running service")]);
    const sandbox = await openSandbox(settings);
    expect(await keyStatus(sandbox.url, key)).toBe(200);
    expect((await run(`wallet provision ${id}`)).printed).toMatch(/^missing +nothing$/m);
    await sandbox.stop();
  });

  test.skipIf(serverSkip.skip !== undefined)(
    withReason("makes the tables of a server, and a key there", serverSkip.skip),
    async () => {
      const seed = randomBytes(4).readUInt32BE();
      const settings = { DATA_DIR: folder.path, DATABASE_URL: serverUrl };
      await makeKey({ ...settings, SANDBOX_SEED: String(seed) })
        .finally(() => dropSchema(serverUrl, schemaOf(`sandbox_${seed}`)));
    },
  );

  test("says that its folder cannot be made", async () => {
    // Root may write to a folder without rights, and not to a file as a folder.
    writeFileSync(`${folder.path}/file`, "");
    const ended = await account("add bot@x.y --live", {
      settings: { DATA_DIR: `${folder.path}/file` },
    });
    expect([ended.code, ended.printed]).toEqual([1, ""]);
    expect(ended.logged).toMatch(/^Cannot create a folder under DATA_DIR: .*\n$/);
  });
});
