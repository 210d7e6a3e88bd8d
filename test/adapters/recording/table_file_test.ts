import { afterAll, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { dirname } from "node:path";
import fc from "fast-check";
import { openCsvTable } from "../../../adapters/recording/csv_table.ts";
import { openParquetTable } from "../../../adapters/recording/parquet_table.ts";
import type { AnyRow, ColumnKind } from "../../../core/recording/mod.ts";
import { duckdbSkip, queryDuckdb } from "../../duckdb.ts";
import { makeFolder } from "../../temporary_folder.ts";

const folder = makeFolder();
afterAll(folder.remove);
const newPath = (format: string) => `${folder.path}/${crypto.randomUUID()}/2026-11-28.${format}`;

const COLUMNS = {
  name: "text",
  at_ms: "whole",
  size: "e6",
  value: "e18",
  maybe_name: "text_or_null",
  maybe_size: "e6_or_null",
  maybe_value: "e18_or_null",
} as const satisfies Readonly<Record<string, ColumnKind>>;

const e6 = fc.bigInt({ min: -(10n ** 18n) + 1n, max: 10n ** 18n - 1n });
const e18 = fc.bigInt({ min: -(10n ** 38n) + 1n, max: 10n ** 38n - 1n });
const name = fc.string({ unit: "grapheme", maxLength: 20 }).filter((text) => !text.includes("\0"));
const row: fc.Arbitrary<AnyRow> = fc.record({
  name,
  at_ms: fc.maxSafeInteger(),
  size: e6,
  value: e18,
  maybe_name: fc.option(name),
  maybe_size: fc.option(e6),
  maybe_value: fc.option(e18),
});

/** A decimal with all of its places, as DuckDB writes it. */
function fixed(value: AnyRow[string], scale: number): string | null {
  if (typeof value !== "bigint") return null;
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, "0");
  return `${value < 0n ? "-" : ""}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

const asDuckdbHasIt = (one: AnyRow) => ({
  name: one["name"],
  at_ms: String(one["at_ms"]),
  size: fixed(one["size"] ?? null, 6),
  value: fixed(one["value"] ?? null, 18),
  maybe_name: one["maybe_name"],
  maybe_size: fixed(one["maybe_size"] ?? null, 6),
  maybe_value: fixed(one["maybe_value"] ?? null, 18),
});

describe("a table of Parquet", () => {
  test.skipIf(duckdbSkip !== undefined)("is read by DuckDB to the last digit", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row), async (rows) => {
        const path = newPath("parquet");
        const file = openParquetTable(path, COLUMNS);
        rows.forEach(file.add);
        expect(file.finish()).toEqual({ rows: rows.length, bytes: Bun.file(path).size });
        expect(await queryDuckdb(`SELECT * FROM '${path}'`)).toEqual(
          rows.map(asDuckdbHasIt) as never,
        );
      }),
      { numRuns: 25 },
    );
  });

  test.skipIf(duckdbSkip !== undefined)("has numbers, whether it has rows or not", async () => {
    const path = newPath("parquet");
    openParquetTable(path, COLUMNS).finish();
    const described = await queryDuckdb(`DESCRIBE SELECT * FROM '${path}'`);
    expect(described.map(({ column_type }) => column_type)).toEqual([
      "VARCHAR",
      "BIGINT",
      "DECIMAL(18,6)",
      "DECIMAL(38,18)",
      "VARCHAR",
      "DECIMAL(18,6)",
      "DECIMAL(38,18)",
    ]);
  });

  test.skipIf(duckdbSkip !== undefined)("has all rows of many groups, in order", async () => {
    const path = newPath("parquet");
    const file = openParquetTable(path, { at_ms: "whole", size: "e6" });
    const count = 150_000;
    for (let at = 0; at < count; at++) file.add({ at_ms: at, size: BigInt(at) });
    file.finish();
    const [sums] = await queryDuckdb(
      `SELECT count(*) AS rows, sum(at_ms) AS ms, sum(size) AS size,
        bool_and(at_ms = file_row_number) AS ordered
        FROM read_parquet('${path}', file_row_number = true)`,
    );
    const sum = count * (count - 1) / 2;
    expect(sums).toEqual({
      rows: String(count),
      ms: String(sum),
      size: String(fixed(BigInt(sum), 6)),
      ordered: "true",
    });
  });
});

describe("a table of CSV", () => {
  test("has a line of names, exact decimals, and nothing for null", async () => {
    const path = newPath("csv");
    const file = openCsvTable(path, COLUMNS);
    const nulls = { maybe_name: null, maybe_size: null, maybe_value: null };
    file.add({ name: "Up", at_ms: 7, size: 1_500_000n, value: -(10n ** 18n) - 1n, ...nulls });
    file.add({ name: 'a "b", c', at_ms: 0, size: 0n, value: 10n, ...nulls, maybe_name: "=1+1" });
    const { rows, bytes } = file.finish();
    const text = await Bun.file(path).text();
    expect(text).toBe(
      "name,at_ms,size,value,maybe_name,maybe_size,maybe_value\r\n" +
        "Up,7,1.5,-1.000000000000000001,,,\r\n" +
        `"a ""b"", c",0,0,0.00000000000000001,'=1+1,,\r\n`,
    );
    expect([rows, bytes]).toEqual([2, text.length]);
  });
});

describe.each([["parquet", openParquetTable], ["csv", openCsvTable]] as const)(
  "a file of %s",
  (format, open) => {
    test("has its name once it is whole, and replaces a former one then", async () => {
      const path = newPath(format);
      const columns = { at_ms: "whole" } as const;
      const write = (count: number) => {
        const file = open(path, columns);
        for (let at = 0; at < count; at++) file.add({ at_ms: at });
        return file;
      };
      const first = write(1);
      expect(existsSync(path)).toBe(false);
      first.finish();
      const whole = await Bun.file(path).bytes();
      write(2).discard();
      // One that was killed.
      write(2);
      expect(await Bun.file(path).bytes()).toEqual(whole);
      write(3).finish();
      expect(await Bun.file(path).bytes()).not.toEqual(whole);
      expect(await readdir(dirname(path))).toEqual([`2026-11-28.${format}`]);
    });
  },
);
