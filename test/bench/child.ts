/**
 * Servers in separate processes, so that none shares an event loop with another.
 *
 * @module
 */
import process from "node:process";
import { startPrinting } from "../printing_process.ts";

/** A process that serves. */
export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

/** Starts `bun run {file}` and waits until it prints the address of the service or a simulator. */
export async function startServer(
  file: string,
  { args = [], settings = {} }: {
    readonly args?: ReadonlyArray<string>;
    readonly settings?: Readonly<Record<string, string>>;
  } = {},
): Promise<ServerProcess> {
  const { said, pid, stop } = await startPrinting([process.execPath, "run", file, ...args], {
    settings,
    pattern: /^ *(?:service|[\w-]+ simulator on) +(http:\S+)\s/m,
  });
  return { url: said, pid, stop };
}
