/**
 * A service's stream without a socket: it follows the protocol, and can be made to repeat events.
 *
 * @module
 */

/** A fact of a topic: a value, or its absence. */
export interface Fact {
  readonly topic: string;
  readonly seq: number;
  /** The first second after it. */
  readonly endSec: number;
  readonly isMissing: boolean;
}

interface Subscribe {
  readonly op: string;
  readonly id?: number;
  readonly channel: string;
  readonly assets?: ReadonlyArray<string>;
  readonly intervals?: ReadonlyArray<string>;
  readonly windows?: ReadonlyArray<number>;
  readonly since?: number;
}

/** The facts, and the sessions that are told of them. */
export class FakeStream {
  /** Everything that was published, by topic. */
  readonly log: ReadonlyMap<string, Array<Fact>>;
  readonly sessions = new Set<FakeSession>();
  /** The maximum number of facts of a topic that are replayed. */
  readonly replayMax: number;
  nowSec: number;

  constructor(
    { nowSec, topics, replayMax }: {
      readonly nowSec: number;
      readonly topics: ReadonlyArray<string>;
      readonly replayMax: number;
    },
  ) {
    this.nowSec = nowSec;
    this.replayMax = replayMax;
    this.log = new Map(topics.map((topic) => [topic, []]));
  }

  /** Adds a fact, and tells every session that follows its topic. */
  publish(fact: Fact): void {
    this.log.get(fact.topic)?.push(fact);
    for (const session of this.sessions) session.deliver(fact);
  }

  /** The topics that a request covers. */
  topicsOf({ channel, assets, intervals, windows }: Subscribe): ReadonlyArray<string> {
    const spans = channel === "targets" ? intervals : windows?.map(String);
    return [...this.log.keys()].filter((topic) => {
      const [its, asset = "", span = ""] = topic.split(":");
      return its === channel && (assets?.includes(asset) ?? true) &&
        (spans?.includes(span) ?? true);
    });
  }
}

/** One connection. */
export class FakeSession {
  readonly #stream: FakeStream;
  readonly #send: (frame: Readonly<Record<string, unknown>>) => void;
  readonly #repeats: number;
  /** The last seq of each topic that was sent, or is not wanted. */
  readonly #sent = new Map<string, number>();

  /** `repeats`: how many facts that the client already has are sent again, which is not allowed. */
  constructor(
    stream: FakeStream,
    { send, repeats = 0 }: {
      readonly send: (frame: Readonly<Record<string, unknown>>) => void;
      readonly repeats?: number;
    },
  ) {
    this.#stream = stream;
    this.#send = send;
    this.#repeats = repeats;
    stream.sessions.add(this);
    const serverTime = new Date(stream.nowSec * 1000).toISOString();
    send({ type: "hello", protocol: 1, serverTime });
  }

  /** The connection ended. */
  close(): void {
    this.#stream.sessions.delete(this);
  }

  /** A frame of the client. */
  receive(text: string): void {
    const request = JSON.parse(text) as Subscribe;
    const { op, id, channel } = request;
    if (op === "ping") return this.#send({ type: "pong", id });
    const topics = this.#stream.topicsOf(request);
    for (const topic of topics) this.#sent.delete(topic);
    this.#send({ type: `${op}d`, id, channel, topics });
    if (op !== "subscribe") return;
    for (const topic of topics) this.#begin(topic, request.since);
  }

  /** A fact was published. */
  deliver(fact: Fact): void {
    if (fact.seq > (this.#sent.get(fact.topic) ?? Infinity)) this.#publish(fact);
  }

  #begin(topic: string, since: number | undefined): void {
    const known = this.#stream.log.get(topic) ?? [];
    const last = known.at(-1);
    if (since === undefined) {
      this.#sent.set(topic, last?.seq ?? 0);
      const isNow = last !== undefined && last.endSec > this.#stream.nowSec;
      if (isNow && !last.isMissing) this.#publish(last);
      return;
    }
    const wanted = known.filter(({ seq }) => seq > since);
    const { replayMax } = this.#stream;
    const skipped = wanted.slice(0, Math.max(0, wanted.length - replayMax));
    const [first, final] = [skipped.at(0), skipped.at(-1)];
    const repeated = known.slice(0, known.length - wanted.length).slice(
      this.#repeats === 0 ? Infinity : -this.#repeats,
    );
    this.#sent.set(topic, since);
    for (const fact of repeated) this.#publish(fact);
    if (first !== undefined && final !== undefined) {
      this.#gap(topic, { fromSeq: first.seq, toSeq: final.seq, reason: "replay_limit" });
    }
    for (const fact of wanted.slice(skipped.length)) this.#publish(fact);
    this.#sent.set(topic, Math.max(since, last?.seq ?? 0));
  }

  #gap(topic: string, gap: { fromSeq: number; toSeq: number; reason: string }): void {
    this.#send({ type: "gap", topic, ...gap });
  }

  #publish(fact: Fact): void {
    const { topic, seq } = fact;
    this.#sent.set(topic, seq);
    if (fact.isMissing) this.#gap(topic, { fromSeq: seq, toSeq: seq, reason: "no_price" });
    else this.#send(valueFrame(fact, this.#stream.nowSec));
  }
}

/** Returns the frame of a value, as the service sends it. */
export function valueFrame(
  { topic, seq, endSec }: Fact,
  nowSec: number,
): Readonly<Record<string, unknown>> {
  const [channel, asset, span] = topic.split(":");
  const iso = new Date(seq * 1000).toISOString();
  if (channel === "twap") {
    return {
      ...{ type: "twap", topic, seq, asset, symbol: `${asset}/usd`, windowSeconds: Number(span) },
      ...{ value: `${seq}`, valueE18: `${seq}${"0".repeat(18)}`, observedAt: iso },
      source: "oracle_twap",
    };
  }
  const slug = `${asset}-updown-${span}-${seq}`;
  return {
    ...{ type: "target", topic, seq, asset, marketType: span, provider: "oracle" },
    ...{ source: "oracle_twap", price: seq / 1e4, windowStart: seq, windowStartIso: iso },
    ...{ windowEnd: endSec, slug, url: `https://venue.example/event/${slug}` },
    publishedAt: new Date(nowSec * 1000).toISOString(),
    delayMs: (nowSec - seq) * 1000,
  };
}
