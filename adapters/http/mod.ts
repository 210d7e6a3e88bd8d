/**
 * The capabilities of the service as one Elysia instance, and its type.
 *
 * ```ts
 * const api = treaty<App>("https://strikeline.example", { parseDate: false });
 * const { data } = await api.api.v1.targets.active.get({ query: { asset: "btc" } });
 * ```
 *
 * @module
 */
import { Elysia } from "elysia";
import type { EventCatalog } from "../../core/port/mod.ts";
import type { Gate } from "./edge/gate.ts";
import { fees } from "./fee/fees.ts";
import type { SentOf } from "./wire/kind.ts";

/** Every capability on one instance. */
export function capabilities<Ports>(gate: Gate<Ports | EventCatalog>) {
  return new Elysia().use(fees(gate));
}

/** The type of the whole server, as its callers see it: with what they send and receive. */
export type App = AppOf<ReturnType<typeof capabilities>>;

type AppOf<Instance> = Instance extends
  Elysia<infer Base, infer S, infer D, infer M, infer Routes, infer E, infer V>
  ? Elysia<Base, S, D, M, SentOf<Routes> & object, E, V>
  : never;
