/**
 * Reports a connection to the log and the status page.
 *
 * @module
 */
import { Clock, Effect } from "effect";
import { ProviderWatch } from "../../core/port/provider_watch.ts";
import type { SocketEnd } from "./socket.ts";

/** Limits warnings, so that a provider that refuses every attempt does not flood the log. */
const WARNING_EVERY_MS = 1_000;

/** Creates the report of one connection. */
export const makeConnectionReport = Effect.fnUntraced(function* (provider: string) {
  const watch = yield* ProviderWatch;
  let warnedAtMs = -Infinity;
  let isDown = false;

  const record = (ok: boolean, tookMs: number) =>
    Effect.flatMap(
      Clock.currentTimeMillis,
      (atMs) => watch.record({ provider, ok, atMs, tookMs }),
    );

  return {
    /** The connection is open, after `tookMs` of machine time. */
    opened: Effect.fnUntraced(function* (tookMs: number) {
      yield* record(true, tookMs);
      if (isDown) yield* Effect.logInfo("Connected again");
      isDown = false;
    }),
    /** Useful data arrives. */
    received: record(true, 0),
    /** There is no connection yet, while the next attempt is pending. */
    stillDown: record(false, 0),
    /** The connection is lost, or could not be opened. */
    ended: Effect.fnUntraced(
      function* ({ wasOpen, reason }: Pick<SocketEnd, "wasOpen" | "reason">) {
        yield* record(false, 0);
        isDown = true;
        if (performance.now() - warnedAtMs < WARNING_EVERY_MS) return;
        warnedAtMs = performance.now();
        const what = wasOpen ? "Lost the connection" : "Cannot connect";
        yield* Effect.annotateLogs(Effect.logWarning(what), { reason });
      },
    ),
  };
});
