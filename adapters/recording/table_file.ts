/**
 * A file of a table: written beside its name, and under its name once it is whole.
 *
 * @module
 */
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import type { AnyRow, ColumnKind } from "../../core/recording/mod.ts";

/** The columns of a table, in order. */
export type Columns = Readonly<Record<string, ColumnKind>>;

/** Takes the rows of a file. Its calls throw where nothing can be written. */
export interface TableFile {
  readonly add: (row: AnyRow) => void;
  /** Gives the file its name, in place of a former one. */
  readonly finish: () => { readonly rows: number; readonly bytes: number };
  /** Leaves nothing of it. */
  readonly discard: () => void;
}

/** Bytes on their way into a file beside its name. */
export interface NewFile {
  readonly write: (bytes: Uint8Array) => void;
  /** Returns how many were written. */
  readonly finish: () => number;
  readonly discard: () => void;
}

/** Opens the file beside a name, and makes its folder. What was broken off there is replaced. */
export function openNewFile(path: string): NewFile {
  mkdirSync(dirname(path), { recursive: true });
  const beside = `${path}.part`;
  const file = openSync(beside, "w");
  let bytes = 0;
  let isOpen = true;
  const close = () => {
    if (isOpen) closeSync(file);
    isOpen = false;
  };
  return {
    write: (part) => {
      for (let at = 0; at < part.length;) at += writeSync(file, part, at);
      bytes += part.length;
    },
    finish: () => {
      fsyncSync(file);
      close();
      renameSync(beside, path);
      return bytes;
    },
    discard: () => {
      close();
      rmSync(beside, { force: true });
    },
  };
}
