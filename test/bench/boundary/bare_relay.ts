/**
 * A reference: parses every frame of the providers as JSON, and publishes it unchanged.
 *
 * @module
 */
import { takeOrders } from "../ordered_process.ts";
import { sharedNowUs } from "../stream/shared_clock.ts";
import type { ListenerAnswer, ListenerOrder } from "./boundary_order.ts";
import { keyOfFrame } from "./price_frame.ts";

const heard: Array<{ readonly atUs: number; readonly text: string }> = [];
const told: Array<{ readonly atUs: number; readonly text: string }> = [];

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
      heard.push({ atUs: sharedNowUs(), text });
      const { report } = JSON.parse(text) as { readonly report?: unknown };
      server.publish(report === undefined ? "exchange" : "oracle", text);
      told.push({ atUs: sharedNowUs(), text });
    });
  }
  return server.url.origin;
}

const keyed = ({ atUs, text }: (typeof heard)[number]) => ({ key: keyOfFrame(text), atUs });

takeOrders<ListenerOrder, ListenerAnswer>((order) => {
  switch (order.kind) {
    case "start":
      return { url: start(order.origin) };
    case "forward":
      heard.splice(0);
      told.splice(0);
      return null;
    case "collect":
      return { heard: heard.map(keyed), told: told.map(keyed) };
    case "lead_up":
    case "stop":
      return null;
  }
});
