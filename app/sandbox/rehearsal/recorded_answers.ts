/**
 * What providers answered, by what they were asked.
 *
 * @module
 */
import { BoundedMap } from "../../../core/bounded_map.ts";
import type { Received } from "../../../core/recording/mod.ts";

/** A recorded answer. */
export interface RecordedAnswer {
  readonly atMs: number;
  readonly status: number;
  readonly text: string;
  /** The provider's clock, where the answer told it. */
  readonly providerMs: number | null;
}

/** An answer, and when it comes: at once, or at the instant at which it was received. */
export interface DueAnswer {
  readonly answer: RecordedAnswer;
  readonly dueMs: number;
}

/** Whose newest answers are kept. */
const QUESTIONS_MAX = 50_000;
/** A question that was asked on the day about now has the answer that came so soon. */
const SOON_MS = 2_000;
/** Books are asked for because they changed: an older one says nothing. */
const BOOK_MS_MAX = 5_000;

/** Answers by question. */
export class RecordedAnswers {
  /** What was read ahead, oldest first: by question, and in all. */
  readonly #coming = new Map<string, Array<RecordedAnswer>>();
  #ahead: Array<readonly [key: string, answer: RecordedAnswer]> = [];
  readonly #newest = new BoundedMap<string, RecordedAnswer>(QUESTIONS_MAX);
  readonly #speed: number;

  /** `speed`: how many milliseconds of the recording passed in one of its machine. */
  constructor(speed: number) {
    this.#speed = speed;
  }

  /** Takes what was read ahead of now. What is no answer is left alone. */
  add(read: ReadonlyArray<Received>, nowMs: number): void {
    this.#pass(nowMs);
    for (const { kind, provider, about, atMs, text, providerMs } of read) {
      if (kind !== "answer") continue;
      const [status, path] = splitAbout(about);
      const [key, answer] = [keyOf(provider, path), { atMs, status, text, providerMs }];
      this.#coming.getOrInsertComputed(key, () => []).push(answer);
      this.#ahead.push([key, answer]);
    }
  }

  /**
   * Returns the answer to a question of now: the one that was received soon after, else the newest
   * one before, else the next one that was read ahead. Undefined without any.
   */
  find(
    { provider, path }: { readonly provider: string; readonly path: string },
    nowMs: number,
  ): DueAnswer | undefined {
    this.#pass(nowMs);
    const key = keyOf(provider, path);
    const [next] = this.#coming.get(key) ?? [];
    if (next !== undefined && next.atMs - nowMs <= SOON_MS * this.#speed) {
      return { answer: next, dueMs: next.atMs };
    }
    const newest = this.#newest.get(key);
    if (newest !== undefined && !(isBook(path) && nowMs - newest.atMs > BOOK_MS_MAX)) {
      return { answer: newest, dueMs: nowMs };
    }
    return next === undefined || isBook(path) ? undefined : { answer: next, dueMs: nowMs };
  }

  /** What was received before now comes no more: of each question the newest is kept. */
  #pass(nowMs: number): void {
    let passed = 0;
    for (const [key, answer] of this.#ahead) {
      if (answer.atMs >= nowMs) break;
      passed += 1;
      this.#newest.setNewest(key, answer);
      const coming = this.#coming.get(key);
      coming?.shift();
      if (coming?.length === 0) this.#coming.delete(key);
    }
    if (passed > 0) this.#ahead = this.#ahead.slice(passed);
  }
}

const isBook = (path: string): boolean => /^\/books?\b/.test(path);

const keyOf = (provider: string, path: string): string => `${provider} ${path}`;

function splitAbout(about: string): [status: number, path: string] {
  const at = about.indexOf(" ");
  return [Number(about.slice(0, at)), about.slice(at + 1)];
}
