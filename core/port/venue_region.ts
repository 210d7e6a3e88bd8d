/**
 * Port: where the primary venue sees this service, and whether it takes orders from there.
 *
 * @module
 */
import { Context, type Effect } from "effect";
import type { SeenRegion } from "../venue/mod.ts";
import type { ProviderFailed } from "./provider_failure.ts";

/** Asks the venue, which judges by the address that it is asked from. */
export class VenueRegion extends Context.Service<VenueRegion, {
  /** The venue's answer, one minute old at most. Needs no account. */
  readonly seen: Effect.Effect<SeenRegion, ProviderFailed>;
}>()("core/port/VenueRegion") {}
