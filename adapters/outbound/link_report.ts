/**
 * What the log and the status page are told of a link.
 *
 * @module
 */
import { Clock, Effect } from "effect";
import { ProviderWatch } from "../../core/port/mod.ts";
import type { SocketEnd } from "./socket.ts";

/** A provider that refuses every attempt fills no log. */
const WARNING_EVERY_MS = 1_000;

/** Makes the report of one link. */
export const makeLinkReport = Effect.fnUntraced(function* (provider: string) {
  const watch = yield* ProviderWatch;
  let warnedAtMs = -Infinity;
  let isDown = false;

  const record = (ok: boolean, tookMs: number) =>
    Effect.flatMap(
      Clock.currentTimeMillis,
      (atMs) => watch.record({ provider, ok, atMs, tookMs }),
    );

  return {
    /** The connection is open, after so much machine time. */
    opened: Effect.fnUntraced(function* (tookMs: number) {
      yield* record(true, tookMs);
      if (isDown) yield* Effect.logInfo("Connected again");
      isDown = false;
    }),
    /** Data of use flows. */
    heard: record(true, 0),
    /** There is still none, while another attempt is waited for. */
    stillDown: record(false, 0),
    /** The connection is gone, or was never made. */
    ended: Effect.fnUntraced(function* ({ wasOpen, reason }: SocketEnd) {
      yield* record(false, 0);
      isDown = true;
      if (performance.now() - warnedAtMs < WARNING_EVERY_MS) return;
      warnedAtMs = performance.now();
      const what = wasOpen ? "Lost the connection" : "Cannot connect";
      yield* Effect.annotateLogs(Effect.logWarning(what), { reason });
    }),
  };
});
