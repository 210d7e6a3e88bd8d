/**
 * Finds how long to wait after the relay refused a handshake.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { ProviderWatch } from "../../../core/port/provider_watch.ts";
import { makeHttpGet, retryAfterSec } from "../../outbound/mod.ts";
import { RELAY } from "./relay_name.ts";

const TIMEOUT_MS = 3_500;
/** The longest wait, whatever a header says. */
const PAUSE_SEC_MAX = 600;
/** Statuses that come with `Retry-After`. */
const BUSY: ReadonlySet<number> = new Set([429, 503]);

/**
 * Creates the lookup. The runtime only reports the status of a refused handshake, so the same URL
 * is requested again without an upgrade: while it is busy, it answers with the wait. None if it is
 * not busy or does not say.
 */
export const makeHandshakePause = Effect.fnUntraced(function* (wsUrl: string) {
  const watch = yield* ProviderWatch;
  // The watch has already recorded the refused handshake.
  const get = yield* makeHttpGet({ provider: RELAY, timeoutMs: TIMEOUT_MS }).pipe(
    Effect.provideService(ProviderWatch, { ...watch, record: () => Effect.void }),
  );
  const url = `${wsUrl.replace(/^ws/, "http")}/ws`;
  return (refusedStatus: number | undefined): Effect.Effect<Option.Option<number>> =>
    refusedStatus === undefined || !BUSY.has(refusedStatus) ? Effect.succeedNone : get(url).pipe(
      Effect.map(({ status, headers }) => {
        const waitSec = BUSY.has(status) ? retryAfterSec(headers, 0) : 0;
        return waitSec === 0 ? Option.none() : Option.some(Math.min(waitSec, PAUSE_SEC_MAX) * 1000);
      }),
      Effect.orElseSucceed(() => Option.none<number>()),
    );
});
