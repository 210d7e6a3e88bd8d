/** A connection over a bare socket, whose bytes are the test's own. @module */

/** Opens one to a server of this machine. */
export async function rawConnection(port: number) {
  let text = "";
  let look = () => {};
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port,
    socket: {
      data: (_, bytes) => {
        text += bytes.toString("latin1");
        look();
      },
      close: () => resolve(),
    },
  });
  return {
    send: (bytes: string) => socket.write(Buffer.from(bytes, "latin1")),
    /** Resolves once what came has this. */
    until: (wanted: RegExp) =>
      new Promise<string>((resolve) => {
        look = () => wanted.test(text) && resolve(text);
        look();
      }),
    /** What has come by the time that the service closes the connection. */
    whole: () => closed.then(() => text),
    end: () => void socket.end(),
  };
}
