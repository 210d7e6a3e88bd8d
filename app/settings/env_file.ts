/**
 * The file from which the runtime reads settings: `.env` in the folder where a command is started.
 *
 * @module
 */
import { randomUUID } from "node:crypto";
import { readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";

/** Read and write for the owner only: the file has the key to all wallets. */
const FILE_MODE = 0o600;

/** Returns the path of the file. */
export function envFile(): string {
  return resolve(".env");
}

/** Returns the text with these settings, each in the place where it stood, or at the end. */
export function withSettings(text: string, settings: Readonly<Record<string, string>>): string {
  const lines = text === "" ? [] : text.replace(/\n$/, "").split("\n");
  for (const [name, value] of Object.entries(settings)) {
    const line = `${name}=${value}`;
    const isOfIt = (other: string) => nameIn(other) === name;
    if (lines.some(isOfIt)) {
      lines.splice(
        0,
        lines.length,
        ...lines.map((it) => isOfIt(it) ? line : it),
      );
    } else lines.push(line);
  }
  return `${lines.join("\n")}\n`;
}

/** Returns the value that a text gives a setting; undefined where it has none or an empty one. */
export function valueIn(text: string, name: string): string | undefined {
  const line = text.split("\n").findLast((line) => nameIn(line) === name);
  return line?.slice(line.indexOf("=") + 1).trim() || undefined;
}

function nameIn(line: string): string | undefined {
  return /^\s*(?:export\s+)?(\w+)\s*=/.exec(line)?.[1];
}

/** Returns the file's text; empty where there is none. Throws where it cannot be read. */
export function readEnvFile(file: string): string {
  try {
    return readFileSync(file, "utf8");
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
    writeFileSync(next, text, { mode: FILE_MODE, flag: "wx" });
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
