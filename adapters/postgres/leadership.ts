/**
 * Leader election with a lock in PostgreSQL.
 *
 * @module
 */
import { Effect, Layer } from "effect";
import { Leadership } from "../../core/port/mod.ts";
import { Sql } from "./sql.ts";

/** One leader per schema. */
export const layerLeadership: Layer.Layer<Leadership, never, Sql> = Layer.effect(
  Leadership,
  Effect.gen(function* () {
    const sql = yield* Sql;
    const isLeading = sql.hold("lead").pipe(Effect.catch(() => Effect.succeed(false)));
    return Leadership.of({ isLeading });
  }),
);
