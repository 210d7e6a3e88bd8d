/**
 * A service's stream without a socket: it follows the protocol, has several replicas that can lag,
 * and can be made to repeat events.
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

/** The options of a fake stream. */
export interface FakeStreamOptions {
  readonly nowSec: number;
  readonly topics: ReadonlyArray<string>;
  readonly replicas?: number;
  /** The maximum number of facts of a topic that are replayed. */
  readonly replayMax?: number;
}

interface Subscribe {
  readonly op: string;
  readonly id?: number;
  readonly channel: string;
  readonly assets?: ReadonlyArray<string>;
  readonly intervals?: ReadonlyArray<string>;
  readonly windows?: ReadonlyArray<number>;
  readonly wallets?: ReadonlyArray<string>;
  readonly since?: number;
}

/** The facts, and the replicas that publish them. */
export class FakeStream {
  /** Everything that was published, by topic. */
  readonly log = new Map<string, Array<Fact>>();
  readonly replayMax: number;
  readonly #replicas: ReadonlyArray<FakeReplica>;
  nowSec: number;

  constructor({ nowSec, topics, replicas = 1, replayMax = 288 }: FakeStreamOptions) {
    this.nowSec = nowSec;
    this.replayMax = replayMax;
    for (const topic of topics) this.log.set(topic, []);
    this.#replicas = Array.from({ length: replicas }, () => new FakeReplica(this));
  }

  /** One of the replicas, whichever number is given. */
  replica(index: number): FakeReplica {
    return this.#replicas[index % this.#replicas.length] as FakeReplica;
  }

  /** Adds a fact; replicas that are awake publish it. */
  publish(fact: Fact): void {
    this.log.get(fact.topic)?.push(fact);
    for (const replica of this.#replicas) if (replica.isAwake) replica.learn();
  }

  /** The topics that a request covers. */
  topicsOf({ channel, assets, intervals, windows, wallets }: Subscribe): ReadonlyArray<string> {
    if (wallets !== undefined) return wallets.map((id) => `${channel}:${id}`);
    const spans = channel === "targets" ? intervals : windows?.map(String);
    return [...this.log.keys()].filter((topic) => {
      const [its, asset = "", span = ""] = topic.split(":");
      return its === channel && (assets?.includes(asset) ?? true) &&
        (spans?.includes(span) ?? true);
    });
  }
}

/** One process of the service. */
export class FakeReplica {
  readonly stream: FakeStream;
  readonly conversations = new Set<FakeConversation>();
  /** How many facts of each topic it knows. */
  readonly #known = new Map<string, number>();
  isAwake = true;

  constructor(stream: FakeStream) {
    this.stream = stream;
  }

  /** Stops learning facts, until it wakes and catches up. */
  setAsleep(isAsleep: boolean): void {
    this.isAwake = !isAsleep;
    if (this.isAwake) this.learn();
  }

  /** Catches up with the log, and publishes to its conversations. */
  learn(): void {
    for (const [topic, facts] of this.stream.log) {
      const news = facts.slice(this.#known.get(topic) ?? 0);
      this.#known.set(topic, facts.length);
      for (const fact of news) {
        for (const conversation of this.conversations) conversation.deliver(fact);
      }
    }
  }

  /** What it knows of a topic. */
  known(topic: string): ReadonlyArray<Fact> {
    return (this.stream.log.get(topic) ?? []).slice(0, this.#known.get(topic) ?? 0);
  }
}

/** One connection to a replica. */
export class FakeConversation {
  readonly #replica: FakeReplica;
  readonly #send: (frame: Readonly<Record<string, unknown>>) => void;
  readonly #repeats: number;
  /** The last seq of each topic that was sent, or is not wanted. */
  readonly #sent = new Map<string, number>();

  /** `repeats`: how many facts that the client already has are sent again, which is not allowed. */
  constructor(
    replica: FakeReplica,
    { send, repeats = 0 }: {
      readonly send: (frame: Readonly<Record<string, unknown>>) => void;
      readonly repeats?: number;
    },
  ) {
    this.#replica = replica;
    this.#send = send;
    this.#repeats = repeats;
    replica.conversations.add(this);
    const serverTime = new Date(replica.stream.nowSec * 1000).toISOString();
    send({ type: "hello", protocol: 1, serverTime });
  }

  /** The connection ended. */
  close(): void {
    this.#replica.conversations.delete(this);
  }

  /** A frame of the client. */
  receive(text: string): void {
    const request = JSON.parse(text) as Subscribe;
    const { op, id, channel } = request;
    if (op === "ping") return this.#send({ type: "pong", id });
    const topics = this.#replica.stream.topicsOf(request);
    for (const topic of topics) this.#sent.delete(topic);
    const last = (topic: string) => this.#replica.known(topic).at(-1)?.seq ?? 0;
    const seqs = Object.fromEntries(topics.map((topic) => [topic, last(topic)]));
    this.#send({ type: `${op}d`, id, channel, topics, ...(channel === "orders" && { seqs }) });
    if (op !== "subscribe") return;
    for (const topic of topics) this.#begin(topic, request.since);
  }

  /** The replica learned a fact. */
  deliver(fact: Fact): void {
    if (fact.seq > (this.#sent.get(fact.topic) ?? Infinity)) this.#publish(fact);
  }

  #begin(topic: string, since: number | undefined): void {
    const known = this.#replica.known(topic);
    const last = known.at(-1);
    if (since === undefined) {
      this.#sent.set(topic, last?.seq ?? 0);
      const isNow = last !== undefined && last.endSec > this.#replica.stream.nowSec;
      if (isNow && !last.isMissing) this.#publish(last);
      return;
    }
    const wanted = known.filter(({ seq }) => seq > since);
    const { replayMax } = this.#replica.stream;
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
    else this.#send(valueFrame(fact, this.#replica.stream.nowSec));
  }
}

/** Returns the frame of a value, as the service sends it. */
export function valueFrame(
  { topic, seq, endSec }: Fact,
  nowSec: number,
): Readonly<Record<string, unknown>> {
  const [channel, asset, span] = topic.split(":");
  if (channel === "orders") {
    const type = seq % 2 === 0 ? "order" : "fill";
    return { type, topic, seq, [type]: { id: `${seq}`, order_id: `0x${seq}` } };
  }
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
