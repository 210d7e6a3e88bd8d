/**
 * A bot that follows the windows of some assets from replica to replica, and goes on after the last
 * window that it saw closed.
 *
 * @module
 */

/** The parts of a window that the trial looks at. */
export interface SeenWindow {
  readonly slug: string;
  readonly start: number;
  readonly target: { readonly price: number | null };
  readonly close: { readonly price: number } | null;
  readonly outcome: string | null;
  readonly market: {
    readonly condition_id: string | null;
    readonly outcomes: ReadonlyArray<{ readonly token_id: string | null }>;
  } | null;
}

/** The frames of one topic, as the bot received them. */
export interface SeenTopic {
  readonly nextStarts: Array<number>;
  readonly openStarts: Array<number>;
  /** Each window when it was first told closed. */
  readonly closed: Array<SeenWindow>;
  quotes: number;
}

const AGAIN_MS = 200;

/** Follows until it is stopped. */
export function followWindows(urls: () => ReadonlyArray<string>, assets: ReadonlyArray<string>) {
  const topics = new Map<string, SeenTopic>(
    assets.map((asset) => [
      `windows:${asset}:5min`,
      { nextStarts: [], openStarts: [], closed: [], quotes: 0 },
    ]),
  );
  let isStopped = false;
  let connections = 0;
  let socket: WebSocket | undefined;

  const take = (text: string) => {
    const frame = JSON.parse(text) as {
      readonly type: string;
      readonly topic: string;
      readonly seq: number;
      readonly phase: string;
      readonly window: SeenWindow;
    };
    const seen = topics.get(frame.topic);
    if (seen === undefined) return;
    if (frame.type === "quote") seen.quotes += 1;
    if (frame.type !== "window") return;
    const { seq, phase, window } = frame;
    if (phase === "next" && !seen.nextStarts.includes(seq)) seen.nextStarts.push(seq);
    if (phase === "open" && !seen.openStarts.includes(seq)) seen.openStarts.push(seq);
    if (phase === "closed" && !seen.closed.some(({ start }) => start === seq)) {
      seen.closed.push(window);
    }
  };
  const connect = () => {
    const known = urls();
    const url = known[connections++ % known.length];
    if (isStopped || url === undefined) return;
    socket = new WebSocket(`${url.replace("http", "ws")}/api/v1/stream`);
    const own = socket;
    own.onopen = () => {
      for (const [topic, { closed }] of topics) {
        const [, asset] = topic.split(":");
        const since = closed.at(-1)?.start;
        own.send(JSON.stringify({
          ...{ op: "subscribe", channel: "windows", assets: [asset], intervals: ["5min"] },
          ...(since === undefined ? {} : { since }),
        }));
      }
    };
    own.onmessage = ({ data }) => take(String(data));
    own.onclose = () => void Bun.sleep(AGAIN_MS).then(connect);
    own.onerror = () => {};
  };
  connect();
  return {
    topics,
    connections: () => connections,
    stop: () => {
      isStopped = true;
      socket?.close();
    },
  };
}
