/**
 * Port: how the primary venue resolved its markets.
 *
 * @module
 */
import { Context, type Effect, type Option } from "effect";
import type { ConditionId, Resolution } from "../venue/mod.ts";
import type { CatalogAnswer } from "./event_catalog.ts";
import type { ProviderFailed } from "./provider_failure.ts";

/** Queries the venue by a market's condition id. Open markets have an answer too. */
export class Resolutions extends Context.Service<Resolutions, {
  /** Returns the resolution; none for a condition that the venue does not know. */
  readonly of: (
    conditionId: ConditionId,
  ) => Effect.Effect<CatalogAnswer<Option.Option<Resolution>>, ProviderFailed>;
}>()("core/port/Resolutions") {}
