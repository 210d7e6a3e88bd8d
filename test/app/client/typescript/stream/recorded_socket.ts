/** Records the traffic of the client's WebSockets. @module */

/** The traffic of one socket. */
export interface RecordedSocket {
  readonly sent: ReadonlyArray<Record<string, unknown>>;
  readonly came: ReadonlyArray<Record<string, unknown>>;
}

/**
 * Replaces the global WebSocket with one that records its traffic; `came` is called with a frame
 * before the client gets it. The returned function restores the original.
 */
export function recordSockets(
  came: (frame: Record<string, unknown>, socket: RecordedSocket) => void,
): () => void {
  const Own = globalThis.WebSocket;
  class Recorded extends Own implements RecordedSocket {
    readonly sent: Array<Record<string, unknown>> = [];
    readonly came: Array<Record<string, unknown>> = [];

    constructor(address: string) {
      super(address);
      this.addEventListener("message", ({ data }) => {
        const frame = JSON.parse(String(data)) as Record<string, unknown>;
        this.came.push(frame);
        came(frame, this);
      });
    }

    override send(text: string): void {
      this.sent.push(JSON.parse(text) as Record<string, unknown>);
      super.send(text);
    }
  }
  globalThis.WebSocket = Recorded as unknown as typeof WebSocket;
  return () => void (globalThis.WebSocket = Own);
}
