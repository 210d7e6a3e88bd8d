/**
 * Port: makes ids for what nobody outside has named.
 *
 * @module
 */
import { Context, type Effect } from "effect";

/** Makes ids: UUIDs of version 7, which later ones follow. */
export class NewId extends Context.Service<NewId, Effect.Effect<string>>()("core/port/NewId") {}

/**
 * Makes ids in place of the machine's chance, so that a replay makes the same ones again. Default:
 * nothing does.
 */
export const ReplayedIds = Context.Reference<(() => string) | undefined>("core/port/ReplayedIds", {
  defaultValue: () => undefined,
});
