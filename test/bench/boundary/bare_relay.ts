/** A reference: parses every frame of providers as JSON, and publishes it unchanged. @module */
import { announce } from "../copied_answer.ts";

const [origin = "", ...paths] = Bun.argv.slice(2);
const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: (request, server) =>
    server.upgrade(request) ? undefined : new Response(null, { status: 426 }),
  websocket: {
    perMessageDeflate: false,
    message: (socket) => {
      for (const topic of ["oracle", "exchange"]) socket.subscribe(topic);
      socket.send("subscribed");
    },
  },
});
for (const path of paths) {
  const socket = new WebSocket(origin.replace("http", "ws") + path);
  socket.addEventListener("message", ({ data }) => {
    const text = String(data);
    const { report } = JSON.parse(text) as { readonly report?: unknown };
    server.publish(report === undefined ? "exchange" : "oracle", text);
  });
}
announce(server);
