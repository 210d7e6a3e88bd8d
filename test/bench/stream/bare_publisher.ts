/** A reference: `Bun.serve` whose subscribers receive exactly the bytes it is given. @module */
import { SOCKET_OPTIONS } from "../../../adapters/http/edge/serve_options.ts";
import { type PublishedFrame, servePublisher } from "./serve_publisher.ts";

const publishAll = (frames: ReadonlyArray<PublishedFrame>) => {
  for (const { topic, text } of frames) publish(topic, text);
};
let publish: (topic: string, text: string) => void = () => {};

servePublisher({
  start: () => {
    const server = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      fetch: (request, server) =>
        server.upgrade(request) ? undefined : new Response(null, { status: 426 }),
      websocket: {
        ...SOCKET_OPTIONS,
        message: (socket, message) => {
          const { topics } = JSON.parse(String(message)) as { topics: ReadonlyArray<string> };
          for (const topic of topics) socket.subscribe(topic);
          socket.send("subscribed");
        },
      },
    });
    publish = (topic, text) => void server.publish(topic, text);
    return Promise.resolve(server.url.origin);
  },
  leadUp: (frames) => Promise.resolve(publishAll(frames)),
  ready: (_, frames) => () => publishAll(frames),
});
