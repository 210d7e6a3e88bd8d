/**
 * Spans and metrics of what the store is asked. Statements are named by their first word: the rest
 * says little, and their values are nobody's.
 *
 * @module
 */
import { Context, Effect, Exit, Layer, Metric } from "effect";
import { type Queries, Sql } from "./sql.ts";

const DURATION = Metric.histogram("strikeline_store_statement_duration_seconds", {
  description: "Time of a statement, with the wait for a connection.",
  boundaries: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
});
const FAILURES = Metric.counter("strikeline_store_failures_total", {
  description: "Statements that failed, or got no answer in time.",
  incremental: true,
});
const WAITING = Metric.gauge("strikeline_store_statements_waiting", {
  description: "Statements and transactions without an answer yet, of all connections.",
});

/** Is told how many statements are without an answer whenever that changes. Default: nobody. */
export const StatementsWaiting = Context.Reference<((count: number) => void) | undefined>(
  "adapters/postgres/StatementsWaiting",
  { defaultValue: () => undefined },
);

const STORE_SPAN = { kind: "client", attributes: { "db.system.name": "postgresql" } } as const;

/** Provides a database whose every operation is watched. */
export function layerWatchedSql<E, R>(sql: Layer.Layer<Sql, E, R>): Layer.Layer<Sql, E, R> {
  return Layer.effect(Sql, Effect.flatMap(Effect.service(Sql), watchSql)).pipe(Layer.provide(sql));
}

const watchSql = Effect.fnUntraced(function* (sql: Sql["Service"]) {
  const context = yield* Effect.context<never>();
  const tell = yield* StatementsWaiting;
  let waiting = 0;
  Metric.registerUnsafe(WAITING, context, {
    get: () => ({ value: waiting }),
    update: () => {},
    modify: () => {},
  });
  yield* Metric.update(FAILURES, 0);

  function watched<A, E, R>(
    statement: string,
    asked: Effect.Effect<A, E, R>,
  ): Effect.Effect<A, E, R> {
    return Effect.useSpan("store", STORE_SPAN, (span) => {
      if (span.sampled) span.attribute("db.operation.name", verbOf(statement));
      const startedMs = performance.now();
      waiting += 1;
      tell?.(waiting);
      return Effect.onExit(asked, (exit) => {
        waiting -= 1;
        tell?.(waiting);
        const noted = Metric.update(DURATION, (performance.now() - startedMs) / 1000);
        return Exit.isSuccess(exit) ? noted : Effect.andThen(noted, Metric.update(FAILURES, 1));
      });
    });
  }

  function watchedQueries({ query, script }: Queries): Queries {
    return {
      query: (text, parameters, options) => watched(text, query(text, parameters, options)),
      script: (text, options) => watched("script", script(text, options)),
    };
  }

  return {
    ...sql,
    ...watchedQueries(sql),
    transaction: <A, E, R>(use: (inside: Queries) => Effect.Effect<A, E, R>) =>
      watched("transaction", sql.transaction((inside) => use(watchedQueries(inside)))),
  } satisfies Sql["Service"];
});

/** Enough for the first word of a statement. */
const VERB_CHARS_MAX = 40;

function verbOf(text: string): string {
  return /[a-z]+/i.exec(text.slice(0, VERB_CHARS_MAX))?.[0] ?? "statement";
}
