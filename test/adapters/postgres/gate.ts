/**
 * A TCP gate before a server that a test can shut, open again, or leave without an answer.
 *
 * @module
 */
import { connect, createServer, type Server, type Socket } from "node:net";

/** `shut`: cuts every connection and refuses new ones. `mute`: keeps them, and sends nothing. */
export interface Gate {
  readonly port: number;
  readonly shut: () => Promise<void>;
  readonly open: () => Promise<void>;
  readonly mute: () => void;
  readonly unmute: () => void;
}

/** Opens a gate on a free port of the loopback. */
export async function openGate(
  to: { readonly host: string; readonly port: number },
): Promise<Gate> {
  const sockets = new Set<Socket>();
  let isMute = false;
  let server: Server;
  let port = 0;

  const open = async () => {
    server = createServer((client) => {
      const upstream = connect(to.port, to.host);
      for (const [from, into] of [[client, upstream], [upstream, client]] as const) {
        sockets.add(from);
        from.on("data", (bytes) => {
          if (!isMute) into.write(bytes);
        });
        from.on("error", () => {});
        from.on("close", () => {
          sockets.delete(from);
          if (!isMute) into.destroy();
        });
      }
    });
    await new Promise<void>((done) => server.listen(port, "127.0.0.1", done));
    port = (server.address() as { readonly port: number }).port;
  };
  await open();
  return {
    port,
    open,
    shut: async () => {
      const closed = new Promise<void>((done) => server.close(() => done()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    mute: () => {
      isMute = true;
    },
    unmute: () => {
      isMute = false;
    },
  };
}
