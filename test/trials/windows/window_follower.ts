/**
 * A bot that follows the windows of some assets from replica to replica, and goes on after the last
 * window that it saw closed.
 *
 * @module
 */
import type { DatedPrices, SeenPrices, SeenQuote } from "./judge_quotes.ts";

/** The parts of a window that the trial looks at. */
export interface SeenWindow {
  readonly slug: string;
  readonly start: number;
  readonly target: { readonly price: number | null };
  readonly close: { readonly price: number } | null;
  readonly outcome: string | null;
  readonly market: {
    readonly condition_id: string | null;
    readonly outcomes: ReadonlyArray<
      SeenPrices & { readonly token_id: string | null; readonly at: string | null }
    >;
  } | null;
}

/** The frames of one topic, as the bot received them. */
export interface SeenTopic {
  readonly nextStarts: Array<number>;
  readonly openStarts: Array<number>;
  /** Each window when it was first told closed. */
  readonly closed: Array<SeenWindow>;
  readonly quotes: Array<SeenQuote>;
  /** The prices in the frames of windows. */
  readonly dated: Array<DatedPrices>;
  /** The tokens of each window's outcomes, by topic and start. */
  readonly tokens: Map<string, ReadonlyArray<string>>;
}

const AGAIN_MS = 200;

/** Follows until it is stopped. */
export function followWindows(urls: () => ReadonlyArray<string>, assets: ReadonlyArray<string>) {
  const topics = new Map<string, SeenTopic>(
    assets.map((asset) => [
      `windows:${asset}:5min`,
      { nextStarts: [], openStarts: [], closed: [], quotes: [], dated: [], tokens: new Map() },
    ]),
  );
  let isStopped = false;
  let connections = 0;
  let socket: WebSocket | undefined;

  const take = (text: string, connection: number) => {
    const frame = JSON.parse(text) as {
      readonly type: string;
      readonly topic: string;
      readonly seq: number;
      readonly phase: string;
      readonly window: SeenWindow;
      readonly start: number;
      readonly at: string;
      readonly outcomes: SeenQuote["outcomes"];
    };
    const seen = topics.get(frame.topic);
    if (seen === undefined) return;
    if (frame.type === "quote") {
      const { topic, start, at, outcomes } = frame;
      const window = `${topic} ${start}`;
      seen.quotes.push({ connection, window, atMs: Date.parse(at), outcomes });
    }
    if (frame.type !== "window") return;
    const { seq, phase, window } = frame;
    const priced = window.market?.outcomes ?? [];
    seen.tokens.set(`${frame.topic} ${seq}`, priced.flatMap(({ token_id }) => token_id ?? []));
    for (const { token_id, at, ...prices } of priced) {
      if (token_id !== null && at !== null) seen.dated.push({ token_id, at, ...prices });
    }
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
    const [own, connection] = [socket, connections];
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
    own.onmessage = ({ data }) => take(String(data), connection);
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
