/**
 * How long the relay asks us to stay away when it refuses a handshake.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { ProviderWatch } from "../../../core/port/mod.ts";
import { makeHttpGet, retryAfterSec } from "../../outbound/mod.ts";
import { RELAY } from "./relay_name.ts";

const TIMEOUT_MS = 3_500;
/** Nobody waits for longer than this, whatever a header says. */
const PAUSE_SEC_MAX = 600;
/** Statuses that come with `Retry-After`. */
const BUSY: ReadonlySet<number> = new Set([429, 503]);

/**
 * Makes the question. The runtime shows nothing of a refused handshake but its status, so the same
 * address is asked once more without an upgrade: as long as it answers that it is busy, it says
 * for how long. None where it is not, or does not say.
 */
export const makeHandshakePause = Effect.fnUntraced(function* (wsUrl: string) {
  const watch = yield* ProviderWatch;
  // The refused handshake was told to the watch already.
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
