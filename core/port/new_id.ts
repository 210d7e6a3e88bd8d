/**
 * Port: makes ids for what nobody outside has named.
 *
 * @module
 */
import { Context, type Effect } from "effect";

/** Makes ids: UUIDs of version 7, which later ones follow. */
export class NewId extends Context.Service<NewId, Effect.Effect<string>>()("core/port/NewId") {}
