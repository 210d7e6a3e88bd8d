/**
 * Prepared statements of an embedded store: each text is parsed and planned once for many runs.
 *
 * PGlite's own query parses and plans its text each time, in six calls of its program instead of
 * one: five to six times as long for what the jobs of the service ask.
 *
 * @module
 */
import { parse, type PGlite, protocol } from "@electric-sql/pglite";
import type { SqlParameter, SqlRow } from "./sql.ts";

/** Runs one statement, once those before it have ended. */
export type RunStatement = (
  text: string,
  parameters: ReadonlyArray<SqlParameter>,
) => Promise<ReadonlyArray<SqlRow>>;

/**
 * After so many runs all statements are parsed anew. A plan that was made while a table was small
 * must not be kept while it grows, and nothing counts the rows of an embedded store.
 */
const RUNS_MAX = 1_000;

const { serialize } = protocol;
const AS_RESULT = [
  serialize.describe({ type: "P" }),
  serialize.execute(),
  serialize.sync(),
] as const;

/** Returns what runs statements. Nothing else may prepare any there. */
export function runPrepared(store: PGlite): RunStatement {
  const names = new Map<string, string>();
  /** Of which nothing is known any more, until the store has heard it. */
  let forgotten: Array<Uint8Array> = [];
  let runs = 0;

  function forget(text: string): void {
    const name = names.get(text);
    if (name === undefined) return;
    names.delete(text);
    forgotten.push(serialize.close({ type: "S", name }));
  }

  async function run(
    text: string,
    parameters: ReadonlyArray<SqlParameter>,
  ): Promise<ReadonlyArray<SqlRow>> {
    if (store.closed) throw new Error("the store is closed");
    runs += 1;
    if (runs % RUNS_MAX === 0) [...names.keys()].forEach(forget);
    const messages = forgotten;
    forgotten = [];
    let name = names.get(text);
    if (name === undefined) {
      name = String(runs);
      names.set(text, name);
      messages.push(serialize.parse({ name, text }));
    }
    const values = parameters.map((value) => value === null ? null : String(value));
    messages.push(serialize.bind({ statement: name, values }), ...AS_RESULT);
    try {
      const said = await store.execProtocolStream(Buffer.concat(messages), { syncToFs: false });
      const [result] = parse.parseResults(said, store.parsers);
      return result?.rows as ReadonlyArray<SqlRow> ?? [];
    } catch (cause) {
      // It may not even be parsed.
      forget(text);
      throw cause;
    }
  }
  return (...asked) => store.runExclusive(() => run(...asked));
}
