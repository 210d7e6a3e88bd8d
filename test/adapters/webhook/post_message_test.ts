import { afterAll, describe, expect, test } from "bun:test";
import { createServer, type Socket } from "node:net";
import { postMessage } from "../../../adapters/webhook/post_message.ts";

/** Posts to a receiver that writes what it likes to whoever connects. */
async function postTo(answer: (socket: Socket) => void) {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    answer(socket);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  afterAll(() => void server.close());
  const bound = server.address();
  if (bound === null || typeof bound === "string") throw new Error("no port");
  return await postMessage({
    url: new URL(`http://receiver.test:${bound.port}/`),
    address: "127.0.0.1",
    headers: {},
    body: "{}",
    ca: undefined,
    signal: new AbortController().signal,
  });
}

describe("interim responses", () => {
  test.each(["100 Continue", "103 Early Hints"])(
    "without end, as %s, are refused",
    async (line) => {
      const many = `HTTP/1.1 ${line}\r\n\r\n`.repeat(1_000);
      const flood = (socket: Socket) => {
        while (!socket.destroyed && socket.write(many)) continue;
        socket.once("drain", () => flood(socket));
      };
      await expect(postTo(flood)).rejects.toThrow("only interim responses came");
    },
  );

  test("may come before the answer", async () => {
    const hints = "HTTP/1.1 103 Early Hints\r\n\r\n".repeat(3);
    const posted = postTo((socket) => socket.end(`${hints}HTTP/1.1 204 No Content\r\n\r\n`));
    expect(await posted).toMatchObject({ status: 204 });
  });
});
