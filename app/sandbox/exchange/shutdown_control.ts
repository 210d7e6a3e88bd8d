/**
 * `POST /__shutdown`: the exchange says that it goes away, and closes its streams.
 *
 * @module
 */
import { Result } from "effect";
import { readNumber, readObject } from "../control_body.ts";
import { type Control } from "../simulator.ts";
import { type StreamSession } from "./stream_session.ts";

const AFTER_MS_MAX = 600_000;
const AFTER_MS = 1_000;

/**
 * Makes the control. `after_ms`, in milliseconds of the machine, is how long sockets stay open
 * after they were told; new ones are let in as ever.
 */
export function makeShutdownControl(sessions: ReadonlySet<StreamSession>): Control {
  return (body) =>
    Result.gen(function* () {
      const fields = yield* readObject(body, ["after_ms"]);
      const limits = { min: 0, max: AFTER_MS_MAX, isWhole: true, fallback: AFTER_MS };
      const afterMs = yield* readNumber(fields, "after_ms", limits);
      for (const session of sessions) session.shutDown(afterMs);
      return { sockets: sessions.size };
    });
}
