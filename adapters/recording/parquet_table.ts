/**
 * Writes a table as Parquet, one group of rows after the other.
 *
 * Decimals are Parquet's own, from whole numbers: no price passes through a float.
 *
 * @module
 */
import { zstdCompressSync } from "node:zlib";
import { ByteWriter, ParquetWriter, type SchemaElement } from "hyparquet-writer";
import type { AnyRow, ColumnKind } from "../../core/recording/mod.ts";
import { type Columns, openNewFile, type TableFile } from "./table_file.ts";

/** So many rows are in memory at most. */
const ROWS_OF_GROUP = 65_536;

const WHOLE = { type: "INT64" } as const;
const TEXT = { type: "BYTE_ARRAY", converted_type: "UTF8" } as const;
const E6 = { type: "INT64", converted_type: "DECIMAL", precision: 18, scale: 6 } as const;
const E18 = {
  type: "FIXED_LEN_BYTE_ARRAY",
  type_length: 16,
  converted_type: "DECIMAL",
  precision: 38,
  scale: 18,
} as const;

const TYPE_OF: Readonly<Record<ColumnKind, Omit<SchemaElement, "name">>> = {
  text: { ...TEXT, repetition_type: "REQUIRED" },
  whole: { ...WHOLE, repetition_type: "REQUIRED" },
  e6: { ...E6, repetition_type: "REQUIRED" },
  e18: { ...E18, repetition_type: "REQUIRED" },
  text_or_null: { ...TEXT, repetition_type: "OPTIONAL" },
  e6_or_null: { ...E6, repetition_type: "OPTIONAL" },
  e18_or_null: { ...E18, repetition_type: "OPTIONAL" },
};

/** Begins a file. Throws where it cannot be made. */
export function openParquetTable(path: string, columns: Columns): TableFile {
  const kinds = Object.entries(columns);
  const file = openNewFile(path);
  const memory = new ByteWriter();
  const flush = () => {
    file.write(new Uint8Array(memory.buffer, 0, memory.index));
    memory.index = 0;
  };
  const writer = Object.assign(memory, { flush, finish: flush });
  const parquet = new ParquetWriter({
    writer,
    schema: [
      { name: "root", num_children: kinds.length },
      ...kinds.map(([name, kind]) => ({ name, ...TYPE_OF[kind] })),
    ],
    codec: "ZSTD",
    compressors: { ZSTD: (bytes) => zstdCompressSync(bytes) },
    createdBy: "strikeline",
  });
  let waiting = kinds.map((): Array<AnyRow[string]> => []);
  let [rows, count] = [0, 0];
  const write = () => {
    const columnData = kinds.map(([name], at) => ({ name, data: waiting[at] ?? [] }));
    // Without a promise: its writer has none.
    void parquet.write({ columnData, rowGroupSize: ROWS_OF_GROUP });
    waiting = kinds.map(() => []);
    count = 0;
  };
  return {
    add: (row) => {
      for (let at = 0; at < kinds.length; at++) {
        const value = row[kinds[at]?.[0] ?? ""] ?? null;
        waiting[at]?.push(typeof value === "number" ? BigInt(value) : value);
      }
      rows += 1;
      count += 1;
      if (count === ROWS_OF_GROUP) write();
    },
    finish: () => {
      if (count > 0) write();
      void parquet.finish();
      return { rows, bytes: file.finish() };
    },
    discard: file.discard,
  };
}
