/**
 * `POST /__shutdown`: the exchange announces a shutdown, then closes its streams.
 *
 * @module
 */
import { Result } from "effect";
import { readFields, readNumber } from "../kit/control_body.ts";
import { type Control } from "../kit/simulator.ts";
import { type StreamSession } from "./stream_session.ts";

const AFTER_MS_MAX = 600_000;
const AFTER_MS = 1_000;

/**
 * Makes the control. `after_ms`, in real milliseconds, is the delay between the announcement and
 * the close; new sockets are still accepted.
 */
export function makeShutdownControl(sessions: ReadonlySet<StreamSession>): Control {
  return (body) =>
    Result.gen(function* () {
      const fields = yield* readFields(body, ["after_ms"]);
      const limits = { min: 0, max: AFTER_MS_MAX, isWhole: true, fallback: AFTER_MS };
      const afterMs = yield* readNumber(fields, "after_ms", limits);
      for (const session of sessions) session.shutDown(afterMs);
      return { sockets: sessions.size };
    });
}
