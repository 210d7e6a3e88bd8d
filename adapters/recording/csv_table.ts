/**
 * Writes a table as CSV by RFC 4180: a line of names, exact decimals, and nothing for null.
 *
 * @module
 */
import type { AnyRow, ColumnKind } from "../../core/recording/mod.ts";
import { type Columns, openNewFile, type TableFile } from "./table_file.ts";

/** Lines are written together. */
const CHARS_MAX = 1_048_576;

/** Begins a file. Throws where it cannot be made. */
export function openCsvTable(path: string, columns: Columns): TableFile {
  const names = Object.keys(columns);
  const kinds = Object.values(columns);
  const file = openNewFile(path);
  const encoder = new TextEncoder();
  let text = `${names.join(",")}\r\n`;
  let rows = 0;
  const write = () => {
    file.write(encoder.encode(text));
    text = "";
  };
  return {
    add: (row) => {
      let separator = "";
      for (let at = 0; at < names.length; at++) {
        text += separator + cellOf(row[names[at] ?? ""] ?? null, kinds[at] ?? "text");
        separator = ",";
      }
      text += "\r\n";
      rows += 1;
      if (text.length >= CHARS_MAX) write();
    },
    finish: () => {
      write();
      return { rows, bytes: file.finish() };
    },
    discard: file.discard,
  };
}

function cellOf(value: AnyRow[string], kind: ColumnKind): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "bigint") return decimalText(value, kind.startsWith("e6") ? 6 : 18);
  return typeof value === "number" ? String(value) : quoted(value);
}

/** The venue names outcomes: a name may need quotes, and a sheet is not to run it as a formula. */
function quoted(text: string): string {
  const inert = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

function decimalText(value: bigint, scale: number): string {
  const sign = value < 0n ? "-" : "";
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, "0");
  const decimals = digits.slice(-scale).replace(/0+$/, "");
  return sign + digits.slice(0, -scale) + (decimals === "" ? "" : `.${decimals}`);
}
