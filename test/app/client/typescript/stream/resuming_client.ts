/** A client of a fake stream that takes frames one by one, on command. @module */
import type { Frame, OrderedEvent } from "../../../../../app/client/typescript/stream/frame.ts";
import {
  type Followed,
  makeResume,
  type Resume,
} from "../../../../../app/client/typescript/stream/resume.ts";
import { FakeConversation, type FakeStream } from "./fake_stream.ts";

/** A client reduced to what decides about events: it takes frames one by one on command. */
export class ResumingClient {
  readonly published: Array<OrderedEvent> = [];
  readonly #resume: Resume;
  readonly #routed = new Set<string>();
  #conversation: FakeConversation | undefined;
  #coming: Array<Readonly<Record<string, unknown>>> = [];
  #nowSec = () => 0;
  /** The service's time when it first read what the client wants. */
  joinedSec: number | undefined;
  /** The seqs of the first answer that it read. */
  seqs: Readonly<Record<string, number>> | undefined;
  /** The service's time when the connection began on which it read it. */
  helloSec: number | undefined;

  constructor(followed: Followed) {
    this.#resume = makeResume(followed);
  }

  connect(stream: FakeStream, { replica, repeats }: { replica: number; repeats: number }): void {
    if (this.#conversation !== undefined) return;
    this.#nowSec = () => stream.nowSec;
    const send = (frame: Readonly<Record<string, unknown>>) => void this.#coming.push(frame);
    this.#conversation = new FakeConversation(stream.replica(replica), { send, repeats });
  }

  cut(): void {
    this.#conversation?.close();
    this.#conversation = undefined;
    this.#coming = [];
    this.#routed.clear();
  }

  deliver(count: number): void {
    for (let left = count; left > 0; left--) {
      const frame = this.#coming.shift();
      if (frame === undefined) return;
      this.#take(frame as unknown as Frame);
    }
  }

  #take(frame: Frame): void {
    if (frame.type === "hello") {
      const serverMs = Date.parse(frame.serverTime);
      this.joinedSec ??= this.#nowSec();
      this.helloSec ??= serverMs / 1000;
      for (const request of this.#resume.connected(serverMs)) {
        this.#conversation?.receive(JSON.stringify({ ...request, id: 1 }));
      }
    }
    if (frame.type === "subscribed") {
      this.seqs ??= frame.seqs;
      for (const topic of this.#resume.subscribed(frame)) this.#routed.add(topic);
    }
    if (!("topic" in frame)) return;
    const event = this.#routed.has(frame.topic) ? this.#resume.take(frame) : undefined;
    if (event !== undefined) this.published.push(event as OrderedEvent);
  }
}
