import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { Readable } from "node:stream";
import { openBackup, type OpenedBackup } from "../../../../app/command/backup/open_backup.ts";
import { checkBackup } from "../../../../app/command/backup/read_backup.ts";
import { makeFolder } from "../../../temporary_folder.ts";
import { refusalOf, rowsOfTable, write } from "./backup_file.ts";
import { ownCommand } from "../../../../app/wiring/own_command.ts";

const { path: folder, remove } = makeFolder();
afterAll(remove);

const row = '{"n":1}';
const file = `${folder}/file`;
const nothing = () => Readable.from([]);

/** Reads all of it twice, as a restore does. */
async function rowsOf(opened: OpenedBackup): Promise<ReadonlyArray<string>> {
  const checked = await checkBackup(opened);
  const batches = await Array.fromAsync(checked.rows());
  return batches.flatMap(({ rows }) => rows);
}

describe("a backup that can be read once", () => {
  test("is kept beside the store without a name, and no longer than needed", async () => {
    await write(file, rowsOfTable(row));
    const store = `${folder}/store`;
    mkdirSync(store);
    const stdin = Readable.from([readFileSync(file)]);
    const opened = await openBackup("-", { folder: store, stdin });
    expect(readdirSync(store)).toEqual([]);
    expect(await rowsOf(opened)).toEqual([row]);
    expect(await rowsOf(opened)).toEqual([row]);
    opened.close();

    Bun.spawnSync(["mkfifo", `${folder}/pipe`]);
    const sending = Bun.spawn(["cp", file, `${folder}/pipe`]);
    const from = await openBackup(`${folder}/pipe`, { folder: store, stdin: nothing() });
    expect(await rowsOf(from)).toEqual([row]);
    from.close();
    expect(await sending.exited).toBe(0);
  });

  test("makes no folder for a store that does not exist yet", async () => {
    const stdin = Readable.from([readFileSync(file)]);
    const opened = await openBackup("-", { folder: `${folder}/data/live`, stdin });
    expect(await rowsOf(opened)).toEqual([row]);
    opened.close();
    expect(readdirSync(folder)).not.toContain("data");
  });

  test("is no folder, and not typed", async () => {
    const refusal = (path: string, isTTY: boolean) =>
      refusalOf(openBackup(path, { folder, stdin: Object.assign(nothing(), { isTTY }) }));
    expect(await refusal(folder, false)).toEqual([
      `Cannot read ${folder}: it is a folder`,
      "Name the backup in it",
    ]);
    expect(await refusal("-", true)).toEqual([
      "Cannot read a backup from a terminal: it is not text",
      `Send it from a file: ${ownCommand("restore - < FILE")}`,
    ]);
  });
});
