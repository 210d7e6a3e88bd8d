/** What a gate does to bytes, against a server that echoes. @module */
import { afterAll, expect, test } from "bun:test";
import { createServer } from "node:net";
import { openGate } from "./gate.ts";

const echo = createServer((socket) => void socket.pipe(socket).on("error", () => {}));
await new Promise<void>((done) => echo.listen(0, "127.0.0.1", done));
const address = { host: "127.0.0.1", port: (echo.address() as { readonly port: number }).port };
afterAll(() => new Promise((done) => echo.close(done)));

/** A client of a gate. */
async function connectTo(port: number) {
  const client = { heard: "", isClosed: false };
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port,
    socket: {
      data: (_, bytes) => void (client.heard += bytes.toString()),
      close: () => void (client.isClosed = true),
      error: () => {},
    },
  });
  return { client, socket };
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await Bun.sleep(1);
}

test("a gate holds back, drops, delays, cuts and refuses", async () => {
  const gate = await openGate(address);
  const { client, socket } = await connectTo(gate.port);
  socket.write("a");
  await until(() => client.heard === "a");
  gate.stall();
  socket.write("b");
  const late = await connectTo(gate.port);
  late.socket.write("c");
  await Bun.sleep(100);
  expect([client.heard, late.client.heard]).toEqual(["a", ""]);
  await gate.open();
  await until(() => client.heard === "ab" && late.client.heard === "c");
  gate.mute();
  socket.write("d");
  await Bun.sleep(100);
  gate.unmute();
  gate.slow(80);
  const sentMs = performance.now();
  socket.write("e");
  await until(() => client.heard !== "ab");
  expect(client.heard).toBe("abe");
  expect(performance.now() - sentMs).toBeGreaterThan(150);
  await gate.shut();
  await until(() => client.isClosed && late.client.isClosed);
  expect(await connectTo(gate.port).then(() => "open", () => "refused")).toBe("refused");
  await gate.open();
  const again = await connectTo(gate.port);
  again.socket.write("f");
  await until(() => again.client.heard === "f");
  again.socket.end();
  await gate.shut();
});

/** A server that keeps what it hears. */
async function listen() {
  const server = createServer((socket) => {
    socket.on("data", (bytes) => void (heard.text += bytes.toString()));
    socket.on("close", () => void (heard.isEnded = true));
  });
  const heard = { text: "", isEnded: false };
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as { readonly port: number };
  return { heard, port, close: () => new Promise((done) => server.close(done)) };
}

test("nothing overtakes what is delayed, neither later bytes nor the end", async () => {
  const { heard, port, close } = await listen();
  const gate = await openGate({ host: "127.0.0.1", port });
  const { socket } = await connectTo(gate.port);
  let sent = "";
  for (const delayMs of [60, 30, 0, 90]) {
    gate.slow(delayMs);
    const text = `${delayMs},`;
    socket.write(text);
    sent += text;
    // Each is a chunk of its own, read under its own delay.
    await Bun.sleep(15);
  }
  await gate.open();
  socket.write("last");
  socket.end();
  await until(() => heard.isEnded);
  expect(heard.text).toBe(`${sent}last`);
  await gate.shut();
  await close();
});

test("what is slowed when a gate stalls waits until it opens", async () => {
  const { heard, port, close } = await listen();
  const gate = await openGate({ host: "127.0.0.1", port });
  const { socket } = await connectTo(gate.port);
  gate.slow(80);
  socket.write("a");
  await Bun.sleep(20);
  gate.stall();
  await Bun.sleep(200);
  expect(heard.text).toBe("");
  await gate.open();
  await until(() => heard.text === "a");
  socket.end();
  await gate.shut();
  await close();
});
