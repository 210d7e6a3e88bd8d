import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { processBegan } from "../../../../adapters/postgres/engine/process_mark.ts";
import type { TableRows } from "../../../../adapters/postgres/engine/snapshot.ts";
import { checkBackup } from "../../../../app/command/backup/read_backup.ts";
import { makeFolder } from "../../../temporary_folder.ts";
import { batchesOf, HEADER, refusalOf, rowsOfTable, write } from "./backup_file.ts";

const { path: folder, remove } = makeFolder();
afterAll(remove);

/** The rows of each table in order, whatever their batches. */
function byTable(batches: ReadonlyArray<TableRows>): ReadonlyArray<readonly [string, unknown]> {
  const tables = new Map<string, Array<string>>();
  for (const { table, rows } of batches) {
    const known = tables.get(table) ?? [];
    tables.set(table, [...known, ...rows]);
  }
  return [...tables];
}

/** A checksum and a length. */
const GZIP_TRAILER_BYTES = 8;

const rowArbitrary = fc.dictionary(fc.string(), fc.jsonValue()).map((row) => JSON.stringify(row));
const batchesArbitrary = fc.uniqueArray(
  fc.record({ table: fc.string({ minLength: 1 }), rows: fc.array(rowArbitrary) }),
  { selector: ({ table }) => table, maxLength: 4 },
).map((tables) =>
  tables.flatMap((
    { table, rows },
  ) => [{ table, rows: [] }, ...rows.length ? [{ table, rows }] : []])
);

describe("a backup", () => {
  test("is read as it was written, by its owner alone", async () => {
    const path = `${folder}/whole`;
    await fc.assert(
      fc.asyncProperty(batchesArbitrary, async (batches) => {
        await write(path, batchesOf(...batches));
        expect(statSync(path).mode & 0o777).toBe(0o600);
        const checked = await checkBackup(path);
        expect(checked.header).toMatchObject(HEADER);
        expect(checked.rowCount).toBe(batches.flatMap(({ rows }) => rows).length);
        expect(byTable(await Array.fromAsync(checked.rows()))).toEqual(byTable(batches));
      }),
      { numRuns: 30 },
    );
    expect(readdirSync(folder)).toEqual(["whole"]);
  });

  test("that was cut or changed anywhere is refused in one line", async () => {
    const path = `${folder}/cut`;
    const rows = Array.from({ length: 40 }, (_, n) => JSON.stringify({ n, text: "x".repeat(n) }));
    await write(path, rowsOfTable(...rows));
    const whole = readFileSync(path);
    const at = fc.nat(whole.length - 1);
    const refusal = async (bytes: Uint8Array) => {
      writeFileSync(path, bytes);
      return await checkBackup(path).then(() => undefined, (failure: unknown) => failure);
    };
    const expectRefused = async (bytes: Uint8Array) => {
      writeFileSync(path, bytes);
      const [message] = await refusalOf(checkBackup(path));
      expect(message).toMatch(/: it is (cut or was changed|not a backup of Strikeline)$/);
    };
    await fc.assert(
      fc.asyncProperty(at, async (length) => {
        await expectRefused(whole.subarray(0, length));
      }),
      { numRuns: 40 },
    );
    await fc.assert(
      fc.asyncProperty(at, fc.integer({ min: 1, max: 255 }), async (place, change) => {
        const changed = Uint8Array.from(whole);
        changed[place] = (changed[place] ?? 0) ^ change;
        // Bytes of gzip's header mean nothing, such as the time, nor bits after the last code.
        const isIdle = place < 10 || place === whole.length - GZIP_TRAILER_BYTES - 1;
        if (!isIdle || await refusal(changed) !== undefined) await expectRefused(changed);
      }),
      { numRuns: 60 },
    );
    for (const more of ["junk", "x".repeat(100_000)]) {
      const failure = await refusal(Buffer.concat([whole, Buffer.from(more)]));
      expect(String(failure)).toEndWith(": it is cut or was changed");
    }
    for (const other of [Bun.gzipSync("of somebody"), Buffer.from("of somebody")]) {
      const failure = await refusal(Buffer.concat([other, Buffer.from("junk")]));
      expect(String(failure)).toEndWith(": it is not a backup of Strikeline");
    }
    expect(await refusal(whole)).toBeUndefined();
  });

  test("whose lines were cut or changed within the compression is refused", async () => {
    const path = `${folder}/lines`;
    const rows = ['{"n":1}', '{"n":2}'];
    await write(path, rowsOfTable(...rows));
    const lines = Buffer.from(Bun.gunzipSync(readFileSync(path))).toString().split("\n");
    const refusal = async (text: string) => {
      writeFileSync(path, Bun.gzipSync(text));
      return await checkBackup(path).then(() => undefined, String);
    };
    for (let count = 1; count < lines.length - 1; count++) {
      expect(await refusal(`${lines.slice(0, count).join("\n")}\n`)).toContain("it is cut");
    }
    expect(await refusal(lines.join("\n").replace('"n":2', '"n":3'))).toContain("was changed");
    expect(await refusal(lines.join("\n").replace("live", "dead"))).toContain("was changed");
    expect(await refusal(`${lines.join("\n")}{"n":3}\n`)).toContain("was changed");
    expect(await refusal(lines.join("\n").replace('"version":1', '"version":2'))).toEndWith(
      "it is in format 2, and this version reads 1",
    );
    expect(await refusal(lines.join("\n"))).toBeUndefined();
  });

  test("that cannot be written leaves nothing, and the file of before", async () => {
    const own = `${folder}/own`;
    mkdirSync(own);
    writeFileSync(`${own}/file`, "of before");
    const failing = (async function* (): AsyncGenerator<TableRows> {
      yield { table: "t", rows: [] };
      throw new Error("the store is gone");
    })();
    const written = write(`${own}/file`, failing);
    expect(await written.then(() => "", String)).toContain("the store is gone");
    expect(readdirSync(own)).toEqual(["file"]);
    expect(readFileSync(`${own}/file`, "utf8")).toBe("of before");
  });

  test("removes what killed ones left of the same file, and nothing else", async () => {
    const own = `${folder}/left`;
    mkdirSync(own);
    const gone = Bun.spawn(["true"]);
    await gone.exited;
    const others = [
      `b.1_${await processBegan(1)}.unfinished`,
      `other.${gone.pid}_1.unfinished`,
      "b.x.unfinished",
      "b.x.unfinished.more",
    ];
    // The last one's id is ours by now, as that of a process in a container always is.
    const left = [`b.${gone.pid}_1.unfinished`, `b.${process.pid}_1.unfinished`];
    for (const name of [...others, ...left]) writeFileSync(`${own}/${name}`, "");
    await write(`${own}/b`, batchesOf());
    expect(readdirSync(own).toSorted()).toEqual(["b", ...others].toSorted());
  });
});
