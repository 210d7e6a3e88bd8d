/** A client on a socket of the door, without a server: what it says and is told. @module */
import { type Layer, ManagedRuntime } from "effect";
import { type Conversation, DoorSocket } from "../../../adapters/http/venue/door_socket.ts";

/** How a socket was closed. */
export interface Closed {
  readonly code: number | undefined;
  readonly reason: string | undefined;
}

/** Connects a client to a conversation that needs what the layer provides. */
export function connectClient<Needed extends Given, Given>(
  talk: Conversation<Needed>,
  layer: Layer.Layer<Given>,
) {
  const runtime = ManagedRuntime.make(layer);
  const frames: Array<string> = [];
  const waiting: Array<(frame: string) => void> = [];
  const closed = Promise.withResolvers<Closed>();
  const room = { unread: 0 };
  const socket = {
    send: (text: string) => {
      const wanted = waiting.shift();
      if (wanted === undefined) frames.push(text);
      else wanted(text);
      return text.length;
    },
    close: (code?: number, reason?: string) => closed.resolve({ code, reason }),
    terminate: () => {},
    subscribe: () => {},
    unsubscribe: () => {},
    getBufferedAmount: () => room.unread,
  };
  const one = new DoorSocket<Needed>(talk, {
    stopwatchMs: () => 0,
    begin: (conversation) => {
      const fiber = runtime.runFork(conversation);
      return () => fiber.interruptUnsafe();
    },
    opened: () => {},
    closed: () => {},
  });
  one.open(socket as never);
  const nextText = () => {
    const known = frames.shift();
    return known === undefined
      ? new Promise<string>((resolve) => void waiting.push(resolve))
      : Promise.resolve(known);
  };
  return {
    runtime,
    /** How many bytes the client has not read. */
    room,
    closed: closed.promise,
    leave: () => one.close(),
    say: (message: unknown) =>
      one.message(undefined, typeof message === "string" ? message : JSON.stringify(message)),
    /** The next frame, as it was sent. */
    nextText,
    next: async () => JSON.parse(await nextText()) as Record<string, unknown>,
  };
}
