/**
 * One socket of `/ws/user`: the order events of an API key.
 *
 * @module
 */
import { type SimulatorSocket, type SocketConversation } from "../../kit/simulator.ts";
import { type ApiKeys, readSocketKey } from "./api_keys.ts";
import { formOf } from "./frame_form.ts";
import { type MarketFeed, type UserEvent } from "./market_feed.ts";
import { startSocketPulse } from "./socket_pulse.ts";
import { INVALID_OPERATION, readSubscription } from "./subscription.ts";
import { userFrame } from "./user_frame.ts";

/** The parts that all these sockets share. */
export interface UserContext {
  readonly keys: Pick<ApiKeys, "isInForce">;
  readonly feed: Pick<MarketFeed, "listenUser">;
  /** Draws the forms of the frames. */
  readonly seed: number;
}

const POLICY = 1008;

/** Makes a conversation without a user. Earlier events are not sent. */
export function makeUserConversation(
  socket: SimulatorSocket,
  { keys, feed, seed }: UserContext,
): SocketConversation {
  const pulse = startSocketPulse(socket);
  let owner: string | undefined;
  /** Conditions; undefined for all of them. */
  let wanted: ReadonlySet<string> | undefined = new Set();
  /** What is published at one moment goes out together, in a list or one after the other. */
  let due: UserEvent[] = [];
  const flush = () => {
    const [first] = due;
    const frames = due.map((event) => userFrame(event, seed));
    due = [];
    if (first === undefined) return;
    if (formOf(first, seed).isList) return socket.send(JSON.stringify(frames));
    for (const frame of frames) socket.send(JSON.stringify(frame));
  };
  const onEvent = (event: UserEvent) => {
    if (event.owner !== owner || wanted?.has(event.conditionId) === false) return;
    if (due.length === 0) queueMicrotask(flush);
    due.push(event);
  };
  const stop = feed.listenUser(onEvent);
  return {
    message(text) {
      if (pulse.answers(text)) return;
      const asked = readSubscription("user", text);
      if (asked === undefined) return socket.send(INVALID_OPERATION);
      const { isFirst, isOn, ids, auth } = asked;
      // A later message may omit the key.
      const key = auth === undefined && !isFirst ? undefined : readSocketKey(auth);
      if (owner === undefined || auth !== undefined || isFirst) {
        if (key === undefined || !keys.isInForce(key)) return socket.close(POLICY, "");
        owner = key.apiKey;
      }
      if (isFirst) wanted = ids.length === 0 ? undefined : new Set(ids);
      else if (isOn) wanted = wanted?.union(new Set(ids));
      else wanted = wanted?.difference(new Set(ids));
    },
    closed() {
      pulse.stop();
      stop();
    },
  };
}
