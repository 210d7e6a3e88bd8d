/** Where a backup goes: what is refused, what a link becomes, and what an interruption leaves. */
import { afterAll, describe, expect, test } from "bun:test";
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { Writable } from "node:stream";
import { Effect, Fiber } from "effect";
import { ownProcessMark } from "../../../../adapters/postgres/engine/process_mark.ts";
import type { TableRows } from "../../../../adapters/postgres/engine/snapshot.ts";
import { checkTarget } from "../../../../app/command/backup/backup_target.ts";
import { checkBackup } from "../../../../app/command/backup/read_backup.ts";
import { printBackup, writeBackup } from "../../../../app/command/backup/write_backup.ts";
import { untilSettled } from "../../../../app/command/interruptible.ts";
import { makeFolder } from "../../../temporary_folder.ts";
import { HEADER, refusalOf, rowsOfTable, write } from "./backup_file.ts";

const { path: folder, remove } = makeFolder();
afterAll(remove);

const signal = new AbortController().signal;

/** Rows without end, which tell when the first of them was asked for. */
function endlessRows() {
  const { promise: isAsked, resolve } = Promise.withResolvers<void>();
  const rows = (async function* (): AsyncGenerator<TableRows> {
    yield { table: "t", rows: [] };
    for (;;) {
      yield { table: "t", rows: [JSON.stringify({ n: Math.random() })] };
      resolve();
      await new Promise((turn) => setImmediate(turn));
    }
  })();
  return { rows, isAsked };
}

describe("the file of a backup", () => {
  test("is nothing but a new file, or with --replace a regular one", async () => {
    const file = `${folder}/regular`;
    writeFileSync(file, "of before");
    Bun.spawnSync(["mkfifo", `${folder}/pipe`]);
    symlinkSync("nowhere", `${folder}/dead`);
    const cases: ReadonlyArray<readonly [path: string, reason: string]> = [
      [folder, "it is a folder"],
      [`${folder}/pipe`, "it is not a regular file"],
      ["/dev/null", "it is not a regular file"],
      [`${folder}/dead`, "it is a link to nothing"],
      [`${folder}/none/x`, `the folder ${folder}/none does not exist`],
      [`${file}/x`, `${file} is not a folder`],
      [`${folder}/${"x".repeat(300)}`, "its name is too long"],
    ];
    for (const [path, reason] of cases) {
      const [error, hint] = await refusalOf(checkTarget(path, true));
      expect(error).toBe(`Cannot write ${path}: ${reason}`);
      expect(hint).toMatch(/^(Name|Make|Remove) /);
    }
    expect(await refusalOf(checkTarget(file, false))).toEqual([
      `Cannot write ${file}: it exists`,
      "Name another file, or add --replace",
    ]);
    await checkTarget(file, true);
    await checkTarget(`${folder}/new`, false);
  });

  test("may be a link, which stays, and what it leads to is replaced", async () => {
    const own = `${folder}/links`;
    mkdirSync(`${own}/there`, { recursive: true });
    writeFileSync(`${own}/there/file`, "of before");
    symlinkSync("there/file", `${own}/link`);
    await write(`${own}/link`, rowsOfTable());
    expect(lstatSync(`${own}/link`).isSymbolicLink()).toBe(true);
    expect(realpathSync(`${own}/link`)).toBe(realpathSync(`${own}/there/file`));
    expect((await checkBackup(`${own}/there/file`)).header.world).toBe("live");
    expect(readdirSync(own, { recursive: true }).toSorted())
      .toEqual(["link", "there", "there/file"]);
  });

  test("is gone before an interruption ends", async () => {
    const own = `${folder}/interrupted`;
    mkdirSync(own);
    const { rows, isAsked } = endlessRows();
    const writing = Effect.runFork(
      untilSettled((signal) => writeBackup(`${own}/file`, { header: HEADER, rows, signal })),
    );
    await isAsked;
    expect(readdirSync(own)).toEqual([`file.${await ownProcessMark()}.unfinished`]);
    await Effect.runPromise(Fiber.interrupt(writing));
    expect(readdirSync(own)).toEqual([]);
  });
});

describe("standard output", () => {
  test("takes a whole backup, however slowly it is read, and stays open", async () => {
    const chunks: Array<Uint8Array> = [];
    const stream = new Writable({
      highWaterMark: 1,
      write: (chunk: Uint8Array, _, done) => {
        chunks.push(chunk);
        setImmediate(done);
      },
    });
    await printBackup({ name: "it", stream }, { header: HEADER, rows: rowsOfTable(), signal });
    expect(stream.writableEnded).toBe(false);
    writeFileSync(`${folder}/printed`, Buffer.concat(chunks));
    await write(`${folder}/written`, rowsOfTable());
    expect(readFileSync(`${folder}/printed`)).toEqual(readFileSync(`${folder}/written`));
  });

  test("is named when its reader has closed it", async () => {
    const closed = Object.assign(new Error("EPIPE: broken pipe, write"), { code: "EPIPE" });
    const stream = new Writable({ write: (_chunk, _, done) => done(closed) });
    const printing = printBackup({ name: "it", stream }, {
      header: HEADER,
      rows: rowsOfTable(),
      signal,
    });
    expect(await refusalOf(printing)).toEqual([
      "Cannot write it: its reader has closed it",
      "Check the command that reads it",
    ]);
  });
});
