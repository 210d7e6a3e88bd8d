/**
 * The log: one JSON object per line on standard error. Repeated warnings and errors are counted.
 *
 * @module
 */
import { Effect, Layer, Logger, References } from "effect";
import type { ServerSettings } from "../settings/server_settings.ts";
import { type FoldedLine, makeTroubleFold } from "./trouble_fold.ts";

const LEVELS = { debug: "Debug", info: "Info", warn: "Warn", error: "Error" } as const;

/** The interval between writes of the counts, in machine time. */
const SWEEP_EVERY_MS = 30_000;

/** Writes lines of the level and above. Standard output stays free for people. */
export function layerLog(level: ServerSettings["logLevel"]): Layer.Layer<never> {
  return Layer.merge(
    Logger.layer([foldedLines]),
    Layer.succeed(References.MinimumLogLevel, LEVELS[level]),
  );
}

/** A logger that writes the remaining counts when its layer closes. */
const foldedLines = Effect.gen(function* () {
  const fold = makeTroubleFold();
  const sweeping = setInterval(() => write(fold.sweep(performance.now())), SWEEP_EVERY_MS);
  sweeping.unref();
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      clearInterval(sweeping);
      write(fold.flush());
    })
  );
  return Logger.map(Logger.formatStructured, ({ timestamp, ...entry }) => {
    write(fold.take({ at: timestamp, ...entry }, performance.now()));
  });
});

function write(lines: ReadonlyArray<FoldedLine>): void {
  for (const { at, level, message, annotations, cause, times, since, until } of lines) {
    const line = { at, level, message, ...annotations, cause, times, since, until };
    process.stderr.write(`${JSON.stringify(line)}\n`);
  }
}
