import { describe, expect, test } from "bun:test";
import { Effect, Exit } from "effect";
import { BATCH_ROWS, inBatches } from "../../../adapters/postgres/in_batches.ts";
import { SqlFailed, type SqlParameter } from "../../../adapters/postgres/sql.ts";

/** A table of so many rows, and how often it was asked. `failsAt`: the call that fails. */
function tableOf(rows: number, failsAt = Infinity) {
  const state = { rows, asked: [] as Array<readonly [string, ReadonlyArray<SqlParameter>]> };
  const query = (text: string, parameters: ReadonlyArray<SqlParameter> = []) =>
    Effect.suspend(() => {
      state.asked.push([text, parameters]);
      if (state.asked.length === failsAt) return Effect.fail(new SqlFailed({ cause: null }));
      const changed = Math.min(state.rows, BATCH_ROWS);
      state.rows -= changed;
      return Effect.succeed(Array.from({ length: changed }, () => ({})));
    });
  return { state, query };
}

const statement = { text: "delete", parameters: ["7"] };

describe("inBatches", () => {
  for (const rows of [0, 1, BATCH_ROWS - 1, BATCH_ROWS, BATCH_ROWS + 1, 3 * BATCH_ROWS]) {
    test(`leaves none of ${rows} rows`, async () => {
      const { state, query } = tableOf(rows);
      await Effect.runPromise(inBatches({ query }, statement));
      expect(state.rows).toBe(0);
      expect(state.asked.length).toBe(Math.floor(rows / BATCH_ROWS) + 1);
      expect(new Set(state.asked.map((asked) => JSON.stringify(asked))))
        .toEqual(new Set([JSON.stringify(["delete", ["7"]])]));
    });
  }

  test("keeps what was done before a failure", async () => {
    const { state, query } = tableOf(3 * BATCH_ROWS, 2);
    const exit = await Effect.runPromiseExit(inBatches({ query }, statement));
    expect(Exit.isFailure(exit)).toBe(true);
    expect(state.rows).toBe(2 * BATCH_ROWS);
  });
});
