/**
 * The console's files, as the server sends them.
 *
 * @module
 */

/** One file of the console. */
export interface ConsoleFile {
  /** Its name has a digest of its contents, so that it may be kept for ever. */
  readonly name: string;
  readonly kind: "script" | "style";
  readonly text: string;
  /** Whether the page itself names it; the others are loaded by files that do. */
  readonly isEntry: boolean;
}

/** All files of the console. */
export interface ConsoleBundle {
  readonly files: ReadonlyArray<ConsoleFile>;
  /** The files that it was made from, relative to where it was made. */
  readonly sources: ReadonlyArray<string>;
}

/** Where the files are. */
export const CONSOLE_FILES = "/console/files";
