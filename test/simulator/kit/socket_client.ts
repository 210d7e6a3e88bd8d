/**
 * A WebSocket client for the tests of simulators, which keeps its frames and can wait for them.
 *
 * @module
 */

/** An open socket. */
export interface SocketClient {
  /** Every text frame so far, in order of arrival. */
  readonly frames: ReadonlyArray<string>;
  /** Resolves with the close code; 1006 is a cut. */
  readonly closed: Promise<number>;
  send(text: string): void;
  close(): void;
  /** Waits until the frames match. */
  until(isEnough: (frames: ReadonlyArray<string>) => boolean): Promise<void>;
  /** Waits for a pong: everything sent earlier has then arrived. */
  roundTrip(): Promise<void>;
}

/** Opens a socket of a simulator. Rejects if the handshake is refused. */
export function connect(
  url: string,
  headers: Record<string, string> = {},
): Promise<SocketClient> {
  const socket = new WebSocket(url.replace("http", "ws"), { headers });
  const frames: string[] = [];
  const checks = new Set<() => void>();
  socket.onmessage = ({ data }) => {
    frames.push(String(data));
    for (const check of checks) check();
  };
  const closed = new Promise<number>((resolve) => {
    socket.addEventListener("close", ({ code }) => resolve(code));
  });
  const client: SocketClient = {
    frames,
    closed,
    send: (text) => socket.send(text),
    close: () => socket.close(),
    until: (isEnough) =>
      new Promise((resolve) => {
        const check = () => {
          if (!isEnough(frames)) return;
          checks.delete(check);
          resolve();
        };
        checks.add(check);
        check();
      }),
    roundTrip: () =>
      new Promise((resolve) => {
        socket.addEventListener("pong", () => resolve(), { once: true });
        socket.ping();
      }),
  };
  return new Promise((resolve, reject) => {
    socket.onopen = () => resolve(client);
    void closed.then((code) => reject(new Error(`The handshake failed: ${code}`)));
  });
}

/** Returns the status of a refused handshake. */
export async function refusal(
  url: string,
  headers: Record<string, string> = {},
): Promise<{ readonly status: number; readonly body: string; readonly headers: Headers }> {
  const response = await fetch(url, { headers: { ...headers, upgrade: "websocket" } });
  return { status: response.status, body: await response.text(), headers: response.headers };
}
