/**
 * Whether others can read the files that Bun reads settings from.
 *
 * @module
 */
import { statSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { type DoctorRow, trouble, well } from "./doctor_report.ts";

/** The files that Bun reads in the folder where it is started; which of them, NODE_ENV decides. */
const NAMES = ["", ".development", ".production", ".test"].flatMap((kind) => [
  `.env${kind}`,
  `.env${kind}.local`,
]);

/** The bits by which a group and all others may read a file. */
const OTHERS_READ = 0o044;

/** Returns a row for each file that is there. None where a file has no such bits. */
export function checkEnvFiles(folder = process.cwd()): ReadonlyArray<DoctorRow> {
  if (process.platform === "win32") return [];
  return NAMES.flatMap((name) => {
    const { mode } = statSync(join(folder, name), { throwIfNoEntry: false }) ?? {};
    if (mode === undefined) return [];
    const bits = (mode & 0o777).toString(8).padStart(3, "0");
    const finding = (mode & OTHERS_READ) === 0 ? well("only its owner can read it") : trouble(
      `other users can read it (mode ${bits}), and it may have secrets`,
      `chmod 600 ${name}`,
    );
    return [{ check: name, ...finding }];
  });
}
