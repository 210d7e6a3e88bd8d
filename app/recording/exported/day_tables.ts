/**
 * The files of tables that are written together, from one reading of a feed.
 *
 * @module
 */
import { join } from "node:path";
import { openCsvTable } from "../../../adapters/recording/csv_table.ts";
import { openParquetTable } from "../../../adapters/recording/parquet_table.ts";
import type { TableFile } from "../../../adapters/recording/table_file.ts";
import {
  EXPORTED_TABLES,
  type ExportedRow,
  type ExportedTable,
} from "../../../core/recording/mod.ts";
import { exportedName, type ExportFormat } from "./export_plan.ts";

/** Adds a row, unless nobody wants its table. */
export type AddRow = <Table extends ExportedTable>(table: Table, row: ExportedRow<Table>) => void;

/** A file that is whole. */
export interface WholeFile {
  readonly table: ExportedTable;
  readonly name: string;
  readonly rows: number;
  readonly bytes: number;
}

const OPEN = { parquet: openParquetTable, csv: openCsvTable } as const;

/** Writes these tables of a day: all of them, or nothing where that fails. */
export async function writeTables(
  { out, day, format, tables }: {
    readonly out: string;
    readonly day: string;
    readonly format: ExportFormat;
    readonly tables: ReadonlyArray<ExportedTable>;
  },
  fill: (add: AddRow) => Promise<void>,
): Promise<ReadonlyArray<WholeFile>> {
  const files = new Map<ExportedTable, TableFile>();
  try {
    for (const table of tables) {
      const path = join(out, exportedName(table, day, format));
      files.set(table, OPEN[format](path, EXPORTED_TABLES[table]));
    }
    await fill((table, row) => files.get(table)?.add(row));
    return [...files].map(([table, file]) => ({
      table,
      name: exportedName(table, day, format),
      ...file.finish(),
    }));
  } catch (cause) {
    for (const file of files.values()) file.discard();
    throw cause;
  }
}
