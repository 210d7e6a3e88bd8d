/**
 * A WebSocket client that keeps every frame, so that a test can wait for one.
 *
 * @module
 */

/** One connection. */
export interface StreamClient {
  /** Every frame so far, as text. */
  readonly texts: ReadonlyArray<string>;
  send(body: unknown): void;
  /** Sends a request, and returns its answer. */
  ask(body: Frame): Promise<unknown>;
  /** Waits until the frames match; throws after ten seconds. */
  until(isThere: (frames: ReadonlyArray<Frame>) => boolean): Promise<ReadonlyArray<Frame>>;
  /** The server's close code and reason. */
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
  close(): void;
}

/** An object frame whose fields a test still has to check. */
export type Frame = Readonly<Record<string, unknown>>;

/** An event of the exchange's streams. */
export interface MarketEvent {
  readonly e: string;
  readonly E: number;
  readonly s: string;
  readonly a: number;
  readonly T: number;
  readonly k: Readonly<Record<string, unknown>>;
}

/** Returns the events among frames, wrapped or not. */
export function eventsOf(frames: ReadonlyArray<Frame>): ReadonlyArray<MarketEvent> {
  return frames.map((frame) => ("stream" in frame ? frame["data"] : frame) as MarketEvent)
    .filter(({ e }) => e !== undefined);
}

const WAIT_MS_MAX = 10_000;
const LOOK_MS = 5;

/**
 * Opens a connection, or throws if the handshake is refused. `greeting`: the first frame of a
 * server that sends one; it is awaited and not kept.
 */
export async function openStream(
  url: string,
  { greeting }: { readonly greeting?: string } = {},
): Promise<StreamClient> {
  const socket = new WebSocket(url.replace(/^http/, "ws"));
  const texts: string[] = [];
  const frames: Frame[] = [];
  const greeted = Promise.withResolvers<void>();
  let isGreeted = greeting === undefined;
  socket.onmessage = ({ data }) => {
    if (!isGreeted) {
      isGreeted = true;
      if (data === greeting) return greeted.resolve();
      return greeted.reject(new Error(`Not greeted by ${data}`));
    }
    texts.push(String(data));
    frames.push(JSON.parse(String(data)));
  };
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.onclose = ({ code, reason }) => resolve({ code, reason });
  });
  await new Promise<void>((resolve, reject) => {
    socket.onopen = () => resolve();
    socket.onerror = () => reject(new Error(`Cannot open ${url}`));
  });
  if (greeting !== undefined) await greeted.promise;
  const send = (body: unknown) =>
    socket.send(typeof body === "string" ? body : JSON.stringify(body));
  const until: StreamClient["until"] = async (isThere) => {
    const startedMs = performance.now();
    while (!isThere(frames)) {
      if (performance.now() - startedMs > WAIT_MS_MAX) {
        throw new Error(`Not found among ${frames.length} frames: ${texts.slice(-3).join("\n")}`);
      }
      await Bun.sleep(LOOK_MS);
    }
    return frames;
  };
  return {
    texts,
    send,
    until,
    closed,
    close: () => socket.close(),
    async ask(body) {
      send(body);
      const isAnswer = (frame: Frame) => "id" in frame && frame["id"] === body["id"];
      return (await until((frames) => frames.some(isAnswer))).findLast(isAnswer);
    },
  };
}
