/**
 * Buffers events until the bot's loop takes them.
 *
 * @module
 */

interface Waiter<Event> {
  readonly resolve: (result: IteratorResult<Event, undefined>) => void;
  readonly reject: (error: Error) => void;
}

/** An async iterator that is filled with `push`. It never drops events: check `isFull` first. */
export class EventQueue<Event> implements AsyncIterableIterator<Event, undefined> {
  readonly #eventsMax: number;
  readonly #onReturn: () => void;
  #events: Array<Event> = [];
  /** How many of `#events` were taken already; they are removed in batches. */
  #taken = 0;
  #waiters: Array<Waiter<Event>> = [];
  #end: { readonly error: Error | undefined } | undefined;

  /** `onReturn` is called when the loop ends with `break` or `return`. */
  constructor(eventsMax: number, onReturn: () => void) {
    this.#eventsMax = eventsMax;
    this.#onReturn = onReturn;
  }

  /** Whether the buffer has no room for another event. */
  get isFull(): boolean {
    return this.#events.length - this.#taken >= this.#eventsMax;
  }

  /** Adds an event. Ignored once the queue has ended. */
  push(event: Event): void {
    if (this.#end !== undefined) return;
    const waiter = this.#waiters.shift();
    if (waiter === undefined) this.#events.push(event);
    else waiter.resolve({ done: false, value: event });
  }

  /** Makes the loop throw `error` after it has taken the buffered events. */
  fail(error: Error): void {
    if (this.#end !== undefined) return;
    const waiter = this.#waiters.shift();
    this.#end = { error: waiter === undefined ? error : undefined };
    waiter?.reject(error);
    this.#dismissWaiters();
  }

  /** Ends the loop immediately and drops the buffered events. */
  end(): void {
    this.#end = { error: undefined };
    this.#events = [];
    this.#taken = 0;
    this.#dismissWaiters();
  }

  /** Resolves with the next event. */
  next(): Promise<IteratorResult<Event, undefined>> {
    if (this.#taken < this.#events.length) {
      const value = this.#events[this.#taken++] as Event;
      if (this.#taken * 2 > this.#events.length) {
        this.#events.splice(0, this.#taken);
        this.#taken = 0;
      }
      return Promise.resolve({ done: false, value });
    }
    if (this.#end === undefined) {
      return new Promise((resolve, reject) => this.#waiters.push({ resolve, reject }));
    }
    const { error } = this.#end;
    this.#end = { error: undefined };
    return error === undefined
      ? Promise.resolve({ done: true, value: undefined })
      : Promise.reject(error);
  }

  /** Ends the queue. JavaScript calls it on `break` and `return` in the loop. */
  return(): Promise<IteratorResult<Event, undefined>> {
    this.end();
    this.#onReturn();
    return Promise.resolve({ done: true, value: undefined });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #dismissWaiters(): void {
    for (const waiter of this.#waiters.splice(0)) waiter.resolve({ done: true, value: undefined });
  }
}
