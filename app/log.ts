/**
 * The log: one JSON object a line, on standard error.
 *
 * @module
 */
import { Layer, Logger, References } from "effect";
import type { ServiceConfig } from "./config.ts";

const LEVELS = { debug: "Debug", info: "Info", warn: "Warn", error: "Error" } as const;

/** Writes lines of the level and above. Standard output stays free for what people read. */
export function layerLog(level: ServiceConfig["logLevel"]): Layer.Layer<never> {
  const lines = Logger.map(Logger.formatStructured, (entry) => {
    const { timestamp, message, cause, annotations } = entry;
    const line = { at: timestamp, level: entry.level, message, ...annotations, cause };
    process.stderr.write(`${JSON.stringify(line)}\n`);
  });
  return Layer.merge(
    Logger.layer([lines]),
    Layer.succeed(References.MinimumLogLevel, LEVELS[level]),
  );
}
