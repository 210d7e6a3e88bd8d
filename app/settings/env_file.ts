/**
 * The file from which the runtime reads settings: `.env` in the folder where a command is started.
 *
 * @module
 */
import { randomUUID } from "node:crypto";
import { readFileSync, realpathSync, renameSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { withSettings } from "./env_text.ts";
import { writePrivateFile } from "./private_file.ts";

export { valueIn } from "./env_text.ts";

/** Returns the path of the file. */
export function envFile(): string {
  return resolve(".env");
}

/**
 * Returns the file's text, a character for each byte; empty where there is none. Throws where it
 * cannot be read.
 */
export function readEnvFile(file: string): string {
  try {
    return readFileSync(file, "latin1");
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === "ENOENT") return "";
    throw error;
  }
}

/** Puts settings into the file, at once or not at all. Throws where it cannot be written. */
export function saveSettings(file: string, settings: Readonly<Record<string, string>>): void {
  const text = withSettings(readEnvFile(file), settings);
  const real = realPath(file);
  const next = `${real}.${randomUUID()}`;
  try {
    // The file has the key to all wallets.
    writePrivateFile(next, Buffer.from(text, "latin1"));
    renameSync(next, real);
  } catch (error) {
    rmSync(next, { force: true });
    throw error;
  }
}

/** A link stays one. */
function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}
