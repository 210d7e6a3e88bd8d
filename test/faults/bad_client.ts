/**
 * Clients of the stream that a service has to defend itself against.
 *
 * @module
 */
import { stalledClient } from "../http/stream/stalled_client.ts";
import type { Ground } from "./ground.ts";

/** As many as one address may have. */
const SLOW_READERS = 20;
/** Messages at once, of which a socket may send 60, and how often. */
const FLOOD_MESSAGES = 500;
const FLOOD_EVERY_MS = 20;
const FLOOD_RETRY_MS = 100;

/** Opens sockets of one address that ask for everything, and never read. Returns their end. */
export async function startSlowReaders({ replicas, clock }: Ground): Promise<() => Promise<void>> {
  const since = Math.floor(clock.nowMs() / 1_000) - 280;
  const readers = Array.from({ length: SLOW_READERS }, (_, number) => {
    const url = replicas[number % replicas.length]?.url ?? "";
    return stalledClient(Number(new URL(url).port), { op: "subscribe", channel: "twap", since });
  });
  const opened = await Promise.all(readers);
  return async () => {
    // Reading at last, they find what they were sent until they were given up, or are cut here.
    await Promise.all(opened.map((reader) => Promise.race([reader.readAll(), Bun.sleep(500)])));
    for (const reader of opened) reader.end();
  };
}

/** Sends far more messages than allowed, on a socket without a key, as often as it is let in. */
export function startFlood({ replicas }: Ground): () => Promise<void> {
  let isOver = false;
  let socket: WebSocket | undefined;
  const message = JSON.stringify({ op: "subscribe", channel: "twap", since: 1 });
  const flood = async () => {
    for (let turn = 0; !isOver; turn++) {
      const url = replicas[turn % replicas.length]?.url.replace("http", "ws");
      const options = { headers: { "x-forwarded-for": "10.4.0.1" } };
      const opened = new WebSocket(`${url}/api/v1/stream`, options as never);
      socket = opened;
      const ended = new Promise<void>((resolve) => {
        opened.addEventListener("close", () => resolve());
        opened.addEventListener("error", () => resolve());
      });
      const timer = setInterval(() => {
        if (opened.readyState !== WebSocket.OPEN) return;
        for (let sent = 0; sent < FLOOD_MESSAGES; sent++) opened.send(message);
      }, FLOOD_EVERY_MS);
      await ended;
      clearInterval(timer);
      await Bun.sleep(FLOOD_RETRY_MS);
    }
  };
  const flooding = flood();
  return async () => {
    isOver = true;
    socket?.terminate();
    await flooding;
  };
}
