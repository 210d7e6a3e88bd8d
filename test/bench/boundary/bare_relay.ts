/**
 * A reference: parses every frame of the providers as JSON, and publishes it unchanged.
 *
 * @module
 */
import { takeOrders } from "../ordered_process.ts";
import { sharedNowUs } from "../stream/shared_clock.ts";
import type { ListenerAnswer, ListenerOrder } from "./boundary_order.ts";
import { keyOfFrame } from "./price_frame.ts";

const received: Array<{ readonly atUs: number; readonly text: string }> = [];
const published: Array<{ readonly atUs: number; readonly text: string }> = [];

function start(origin: string): string {
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: (request, server) =>
      server.upgrade(request) ? undefined : new Response(null, { status: 426 }),
    websocket: {
      perMessageDeflate: false,
      message: (socket) => {
        socket.subscribe("oracle");
        socket.subscribe("exchange");
        socket.send("subscribed");
      },
    },
  });
  for (const path of ["/api/v1/ws", "/stream", "/market/stream"]) {
    const socket = new WebSocket(origin.replace("http", "ws") + path);
    socket.addEventListener("message", ({ data }) => {
      const text = String(data);
      received.push({ atUs: sharedNowUs(), text });
      const { report } = JSON.parse(text) as { readonly report?: unknown };
      server.publish(report === undefined ? "exchange" : "oracle", text);
      published.push({ atUs: sharedNowUs(), text });
    });
  }
  return server.url.origin;
}

const keyed = ({ atUs, text }: (typeof received)[number]) => ({ key: keyOfFrame(text), atUs });

takeOrders<ListenerOrder, ListenerAnswer>((order) => {
  switch (order.kind) {
    case "start":
      return { url: start(order.origin) };
    case "forward":
      received.splice(0);
      published.splice(0);
      return null;
    case "collect":
      return { received: received.map(keyed), published: published.map(keyed) };
    case "lead_up":
    case "stop":
      return null;
  }
});
