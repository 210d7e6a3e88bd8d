/**
 * One WebSocket of the relay: its client's frames, and the answers.
 *
 * @module
 */
import { type SandboxClock } from "../../kit/clock.ts";
import { type ApiKeys } from "../clob/api_keys.ts";
import { makeRatePerSecond } from "../../kit/rate_limit.ts";
import { type MeasuredSocket, type SocketConversation } from "../../kit/simulator.ts";
import { type ForcedErrors } from "./forced_errors.ts";
import { makePairSubscriptions } from "./pair_subscriptions.ts";
import { type AverageSources } from "./relay_channel.ts";
import { type ClientFrame, itemsOf, readClientFrame, replyText } from "./relay_frame.ts";
import { makeRelayIdentity } from "./relay_identity.ts";
import { makeRelaySender } from "./relay_sender.ts";
import { type RelayPump } from "./relay_pump.ts";
import { startRelayPulse } from "./relay_pulse.ts";
import { type RelayRefusal } from "./relay_refusal.ts";

/** The parts that all sockets of a relay share. */
export interface RelayContext {
  readonly clock: SandboxClock;
  readonly keys: Pick<ApiKeys, "isInForce">;
  readonly sources: AverageSources;
  readonly pump: RelayPump;
  readonly forced: ForcedErrors;
}

/** A conversation that tests can disturb. */
export interface RelayConversation extends SocketConversation {
  closeWith(code: number): void;
  /** Drops the next updates; their numbers are missing unless the loss `isDense`. */
  drop(frames: number, isDense: boolean): void;
  /** Sends an unsolicited error. */
  complain(code: string): void;
}

/** Documented limits of a connection. */
const SUBSCRIBE_FRAMES_PER_SEC = 20;
const FRAME_BYTES_MAX = 64 * 1024;

const POLICY = 4008;
/**
 * The answer to a frame that is too long is not documented; this is the standard WebSocket code.
 */
const TOO_BIG = 1009;

/** Makes an unauthenticated conversation without pairs. */
export function makeRelayConversation(
  socket: MeasuredSocket,
  { clock, keys, sources, pump, forced }: RelayContext,
): RelayConversation {
  const pulse = startRelayPulse(socket);
  const sender = makeRelaySender(socket, clock);
  const identity = makeRelayIdentity(keys, forced);
  const pairs = makePairSubscriptions({ clock, sources, pump, sender });
  const rate = makeRatePerSecond(SUBSCRIBE_FRAMES_PER_SEC, clock.speed);

  const refuse = (rid: unknown, { code, channel, isLast = false }: RelayRefusal) => {
    socket.send(replyText({ op: "error", code, channel, rid }));
    if (isLast) socket.close(POLICY, code);
  };
  const authenticate = ({ fields, rid }: ClientFrame) => {
    const refusal = identity.claim(fields.get("auth"));
    if (refusal !== undefined) return refuse(rid, refusal);
    socket.send(replyText({ op: "authed", rid }));
  };
  const change = (frame: ClientFrame, op: "subscribe" | "unsubscribe") => {
    const { rid } = frame;
    if (rate.take("subscribe", clock.nowMs()) !== undefined) {
      return refuse(rid, { code: "rate_limited", isLast: true });
    }
    const items = itemsOf(frame);
    if (items === undefined) return refuse(rid, { code: "bad_op" });
    for (const item of items) {
      const acknowledge = () =>
        socket.send(replyText({ op: `${op}d`, channel: item.channel, rid }));
      const refusal = op === "unsubscribe"
        ? pairs.unsubscribe(item, acknowledge)
        : pairs.subscribe(item, {
          lacking: () => identity.lacking() ?? forced.take("subscribe"),
          acknowledge,
        });
      if (refusal !== undefined) refuse(rid, refusal);
      if (refusal?.isLast === true) return;
    }
  };

  return {
    message(text) {
      if (Buffer.byteLength(text) > FRAME_BYTES_MAX) return socket.close(TOO_BIG, "");
      const frame = readClientFrame(text);
      switch (frame.op) {
        case "auth":
          return authenticate(frame);
        case "subscribe":
        case "unsubscribe":
          return change(frame, frame.op);
        case "ping":
          return socket.send(replyText({ op: "pong", rid: frame.rid }));
        default:
          return refuse(frame.rid, { code: "bad_op" });
      }
    },
    ponged: pulse.ponged,
    closed() {
      pulse.stop();
      pairs.end();
    },
    closeWith: (code) => socket.close(code, ""),
    drop: sender.drop,
    complain: (code) => refuse(undefined, { code }),
  };
}
