/**
 * The id of an order that is about to be placed.
 *
 * @module
 */
import { Effect } from "effect";
import { ReplayedIds } from "../../../core/port/new_id.ts";

/** A UUID of version 7, which later ones follow. */
export const newOrderId: Effect.Effect<string> = Effect.map(
  ReplayedIds,
  (makeId) => makeId?.() ?? Bun.randomUUIDv7(),
);
