/**
 * The simulators in a process of their own, so that the service's memory is measured alone.
 *
 * Prints what {@linkcode WorldLine} describes, and runs until it is ended.
 *
 * @module
 */
import process from "node:process";
import { startWorld } from "../app/world_of_processes.ts";

/** What the process prints: settings of a sandbox that lives in this world. */
export interface WorldLine {
  readonly settings: Readonly<Record<string, string>>;
  /** The addresses of the simulators. */
  readonly simulators: ReadonlyArray<string>;
}

const [speed = "", seed = "", startIso = ""] = process.argv.slice(2);
const { simulators, settings } = startWorld({
  speed: Number(speed),
  seed: Number(seed),
  startIso,
});
const line: WorldLine = { settings, simulators: simulators.table.map(([, url]) => url) };
console.log(JSON.stringify(line));
