/**
 * The network of a replay: sockets and answers of the providers as they were recorded.
 *
 * @module
 */
import { Effect } from "effect";
import type {
  Network,
  NetworkAnswer,
  NetworkQuestion,
  SocketEnd,
  SocketOptions,
} from "../../../adapters/outbound/mod.ts";
import { VENUE_ORDERS } from "../../../adapters/polymarket/clob/http_failure.ts";
import { VENUE_STREAM } from "../../../adapters/polymarket/book/book_follower.ts";
import { ProviderFailed } from "../../../core/port/provider_failure.ts";
import type { Received } from "../../../core/recording/mod.ts";
import type { RecordedAnswer, RecordedAnswers } from "./recorded_answers.ts";
import { RecordedBooks, subscribedTokens } from "./recorded_books.ts";
import type { VirtualTime } from "./virtual_time.ts";

/** A socket of the service. */
interface Link {
  readonly socket: SocketOptions;
  readonly done: (end: SocketEnd) => void;
  isOpen: boolean;
  hadData: boolean;
}

/** What is known of the sockets to one provider. */
interface Provider {
  /** In the order in which they were made. */
  readonly links: Set<Link>;
  /** How many sockets the recorder had open. */
  open: number;
}

/** Carries what was recorded. */
export class RecordedNetwork implements Network {
  readonly #time: VirtualTime;
  readonly #answers: RecordedAnswers;
  readonly #providers = new Map<string, Provider>();
  readonly #books = new RecordedBooks();
  /** Whether what is asked is answered at once, though it was received later. */
  isHurried = false;

  constructor(time: VirtualTime, answers: RecordedAnswers) {
    this.#time = time;
    this.#answers = answers;
  }

  answer({ provider, method, url }: NetworkQuestion): Effect.Effect<NetworkAnswer, ProviderFailed> {
    return Effect.suspend(() => {
      const { pathname, search, searchParams } = new URL(url);
      const book = provider === VENUE_ORDERS && pathname === "/book"
        ? this.#books.answerOf(searchParams.get("token_id") ?? "")
        : undefined;
      if (book !== undefined) {
        return Effect.succeed({ status: 200, headers: new Headers(), text: book });
      }
      const question = { provider, path: pathname + search };
      const isReading = method === "GET" || method === "HEAD";
      const found = isReading ? this.#answers.find(question, this.#time.nowMs) : undefined;
      if (found === undefined) {
        const cause = new Error(`${method} ${pathname} is not in the recording`);
        return Effect.fail(new ProviderFailed({ provider, reason: "refused", cause }));
      }
      const { answer, dueMs } = found;
      if (this.isHurried || dueMs <= this.#time.nowMs) return Effect.succeed(toHttp(answer));
      return Effect.callback<NetworkAnswer>((resume) => {
        const act = () => resume(Effect.succeed(toHttp(answer)));
        return Effect.sync(this.#time.after(dueMs - this.#time.nowMs, act));
      });
    });
  }

  connect(provider: string, socket: SocketOptions): Effect.Effect<SocketEnd> {
    return Effect.callback<SocketEnd>((resume) => {
      const known = this.#of(provider);
      const link: Link = {
        socket,
        done: (end) => {
          known.links.delete(link);
          resume(Effect.succeed(end));
        },
        isOpen: false,
        hadData: false,
      };
      known.links.add(link);
      const forget = this.#time.after(0, () => {
        if (known.open > 0) this.#open(provider, link);
      });
      return Effect.sync(() => {
        forget();
        known.links.delete(link);
      });
    });
  }

  /** Takes what was received now. Answers wait until they are asked for. */
  receive({ provider, kind, about, text }: Received): void {
    const known = this.#of(provider);
    switch (kind) {
      case "opened":
        known.open += 1;
        for (const link of [...known.links]) this.#open(provider, link);
        return;
      case "lost":
        known.open = Math.max(0, known.open - 1);
        if (known.open > 0) return;
        if (provider === VENUE_STREAM) this.#books.clear();
        for (const link of [...known.links]) end(link, about);
        return;
      case "frame":
        // Begun in the midst of a socket's life.
        known.open = Math.max(1, known.open);
        if (provider === VENUE_STREAM) this.#books.take(text);
        for (const link of [...known.links]) {
          this.#open(provider, link);
          if (link.isOpen) link.hadData = link.socket.message(text) || link.hadData;
        }
        return;
      case "answer":
      case "dropped":
        return;
    }
  }

  #of(provider: string): Provider {
    return this.#providers.getOrInsertComputed(provider, () => ({ links: new Set(), open: 0 }));
  }

  #open(provider: string, link: Link): void {
    if (link.isOpen || !this.#of(provider).links.has(link)) return;
    link.isOpen = true;
    const send = (text: string) => {
      if (provider !== VENUE_STREAM || !link.isOpen) return;
      const frames = this.#books.framesOf(subscribedTokens(text));
      if (frames.length === 0) return;
      this.#time.after(0, () => {
        for (const frame of frames) if (link.isOpen) link.socket.message(frame);
      });
    };
    link.socket.opened(send, (reason) => end(link, reason));
  }
}

function end(link: Link, reason: string): void {
  const { isOpen: wasOpen, hadData } = link;
  link.isOpen = false;
  link.done({ wasOpen, hadData, reason });
}

function toHttp({ status, text, providerMs }: RecordedAnswer): NetworkAnswer {
  const headers = new Headers();
  if (providerMs !== null) headers.set("date", new Date(providerMs).toUTCString());
  return { status, headers, text };
}
