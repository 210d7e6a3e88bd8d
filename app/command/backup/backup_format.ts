/**
 * The format of a backup: lines of text, compressed with gzip.
 *
 * The first line is the header, in JSON. Then the name of each table, a JSON string, precedes its
 * rows, JSON objects. The last line is a JSON list: `end`, the number of rows, and the SHA-256 of
 * all bytes before it in hex.
 *
 * @module
 */
import { Schema } from "effect";

/** The version that this program writes, and the only one that it reads. */
export const VERSION = 1;
const FORMAT = "strikeline backup";

/** The longest line in bytes. The longest row of a store is far below. */
export const LINE_BYTES_MAX = 64 * 1024 * 1024;

const Header = Schema.Struct({
  format: Schema.Literal(FORMAT),
  version: Schema.Int,
  /** The world that was stored: `live`, or a sandbox. */
  world: Schema.String,
  /** When it was made, in ISO 8601. */
  at: Schema.String,
  /** The migrations that the tables have gone through; `sha256` is that of their text. */
  migrations: Schema.Array(Schema.Struct({ name: Schema.String, sha256: Schema.String })),
});
/** The first line. */
export type BackupHeader = Omit<typeof Header.Type, "format" | "version">;

/** The last line, without the bytes that it sums up. */
export interface BackupEnd {
  readonly rowCount: number;
  readonly sha256: string;
}

const HeaderLine = Schema.fromJsonString(Header);
const EndLine = Schema.fromJsonString(
  Schema.Tuple([Schema.Literal("end"), Schema.Int, Schema.String]),
);
const TableLine = Schema.fromJsonString(Schema.String);

/** Reads the first line; none for anything else. */
export const parseHeader = Schema.decodeUnknownOption(HeaderLine);
/** Reads the last line; none for any other. */
export const parseEnd = Schema.decodeUnknownOption(EndLine);
/** Reads the name of a table; none for any other line. */
export const parseTable = Schema.decodeUnknownOption(TableLine);

/** Formats the first line. */
export function headerLine(header: BackupHeader): string {
  return `${JSON.stringify({ format: FORMAT, version: VERSION, ...header })}\n`;
}

/** Formats the last line. */
export function endLine({ rowCount, sha256 }: BackupEnd): string {
  return `${JSON.stringify(["end", rowCount, sha256])}\n`;
}

/** Whether a line is a row: every row is a JSON object, and no other line but the first is. */
export function isRow(line: string): boolean {
  return line.startsWith("{");
}

/** Formats the name of a table. */
export function tableLine(table: string): string {
  return `${JSON.stringify(table)}\n`;
}
