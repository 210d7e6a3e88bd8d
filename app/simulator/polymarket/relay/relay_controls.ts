/**
 * The control calls with which tests disturb the relay's sockets.
 *
 * @module
 */
import { Result } from "effect";
import { readChoice, readFields, readNumber, readText } from "../../kit/control_body.ts";
import { type Control } from "../../kit/simulator.ts";
import { type ForcedErrors } from "./forced_errors.ts";
import { type RelayConversation } from "./relay_conversation.ts";

/** The code for a temporary shutdown; clients reconnect after up to 10 s. */
const DRAINING = 4003;
const FRAMES_MAX = 1_000_000;
const FORCED_OPS = new Map([["auth", "auth"], ["subscribe", "subscribe"]]);

/**
 * Makes the controls.
 *
 * - `POST /__drain`: closes every socket with 4003; new ones are still accepted.
 * - `POST /__close` `{"code": 4001}`: closes every socket with this code, from 4000 to 4999.
 * - `POST /__drop` `{"frames": n, "dense"?: true}`: each open socket loses its next n updates.
 *   Their numbers are used up, unless the loss is dense; either way the next envelope says
 *   `dropped`.
 * - `POST /__error` `{"code", "op"?, "times"?}`: answers the next frames of an `op`, `auth` or
 *   `subscribe`, with this error; without an `op` it is sent to every socket now.
 */
export function makeRelayControls(
  conversations: ReadonlySet<RelayConversation>,
  forced: ForcedErrors,
): ReadonlyMap<string, Control> {
  const each = (act: (conversation: RelayConversation) => void) => {
    const open = [...conversations];
    for (const conversation of open) act(conversation);
    return { sockets: open.length };
  };
  return new Map<string, Control>([
    [
      "POST /__drain",
      () => Result.succeed(each((conversation) => conversation.closeWith(DRAINING))),
    ],
    ["POST /__close", (body) =>
      Result.gen(function* () {
        const fields = yield* readFields(body, ["code"]);
        const limits = { min: 4_000, max: 4_999, isWhole: true };
        const code = yield* readNumber(fields, "code", limits);
        return each((conversation) => conversation.closeWith(code));
      })],
    ["POST /__drop", (body) =>
      Result.gen(function* () {
        const fields = yield* readFields(body, ["frames", "dense"]);
        const limits = { min: 0, max: FRAMES_MAX, isWhole: true, fallback: 1 };
        const frames = yield* readNumber(fields, "frames", limits);
        return each((conversation) => conversation.drop(frames, fields.get("dense") === true));
      })],
    ["POST /__error", (body) =>
      Result.gen(function* () {
        const fields = yield* readFields(body, ["code", "op", "times"]);
        const code = yield* readText(fields, "code");
        if (!fields.has("op")) return each((conversation) => conversation.complain(code));
        const op = yield* readChoice(fields, "op", FORCED_OPS);
        const limits = { min: 1, max: FRAMES_MAX, isWhole: true, fallback: 1 };
        forced.force(op, code, yield* readNumber(fields, "times", limits));
        return { ok: true };
      })],
  ]);
}
