/**
 * {@linkcode FakeStream} on a socket: two replicas behind one port.
 *
 * @module
 */
import { FakeSession, FakeStream } from "./fake_stream.ts";
import { factsOf, type StreamWorld, WORLD_TOPICS } from "./stream_world.ts";

/** 2026-11-05T12:00:00Z, the start of an hour. */
const START_SEC = 1_793_880_000;

interface Session {
  fake: FakeSession | undefined;
}

/** Starts it on a free port. A connection goes to either replica; both may sleep and repeat. */
export function startFakeStream(): StreamWorld & { readonly disturb: (seed: number) => void } {
  const stream = new FakeStream({ nowSec: START_SEC, topics: WORLD_TOPICS, replicas: 2 });
  let seed = 0;
  let connections = 0;
  const listen = (port: number) =>
    Bun.serve<Session>({
      port,
      hostname: "127.0.0.1",
      fetch: (request, server) =>
        server.upgrade(request, { data: { fake: undefined } })
          ? undefined
          : new Response("", { status: 426 }),
      websocket: {
        open: (socket) => {
          socket.data.fake = new FakeSession(stream.replica(connections++), {
            send: (frame) => void socket.send(JSON.stringify(frame)),
            repeats: seed % 3,
          });
        },
        message: (socket, text) => socket.data.fake?.receive(String(text)),
        close: (socket) => socket.data.fake?.close(),
      },
    });
  let server = listen(0);
  const port = server.port ?? 0;
  return {
    port: () => port,
    nowSec: () => stream.nowSec,
    report: (sec, assets) => {
      stream.nowSec = sec + 1;
      for (const fact of factsOf(sec, assets)) stream.publish(fact);
    },
    restart: async () => {
      await server.stop(true);
      server = listen(port);
    },
    stop: () => server.stop(true),
    disturb: (given) => {
      seed = given;
      stream.replica(0).setAsleep(given % 2 === 1);
      stream.replica(1).setAsleep(given % 5 === 1);
    },
  };
}
