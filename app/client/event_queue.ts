/**
 * Keeps events until a loop takes them.
 *
 * @module
 */

interface Waiter<Event> {
  readonly resolve: (result: IteratorResult<Event, undefined>) => void;
  readonly reject: (error: Error) => void;
}

/** An iterator that is filled from outside. It never drops anything: when full, it says so. */
export class EventQueue<Event> implements AsyncIterableIterator<Event, undefined> {
  readonly #eventsMax: number;
  readonly #onReturn: () => void;
  #events: Array<Event> = [];
  /** How many of the events were taken; they are thrown away together. */
  #taken = 0;
  #waiters: Array<Waiter<Event>> = [];
  #end: { readonly error: Error | undefined } | undefined;

  /** `onReturn` is called when the loop that takes the events is left. */
  constructor(eventsMax: number, onReturn: () => void) {
    this.#eventsMax = eventsMax;
    this.#onReturn = onReturn;
  }

  /** Whether another event would be one too many. */
  get isFull(): boolean {
    return this.#events.length - this.#taken >= this.#eventsMax;
  }

  /** Adds an event. */
  push(event: Event): void {
    if (this.#end !== undefined) return;
    const waiter = this.#waiters.shift();
    if (waiter === undefined) this.#events.push(event);
    else waiter.resolve({ done: false, value: event });
  }

  /** What is kept is still given; then the loop throws this. */
  fail(error: Error): void {
    if (this.#end !== undefined) return;
    const waiter = this.#waiters.shift();
    this.#end = { error: waiter === undefined ? error : undefined };
    waiter?.reject(error);
    this.#dismissWaiters();
  }

  /** The loop ends now, whatever is kept. */
  end(): void {
    this.#end = { error: undefined };
    this.#events = [];
    this.#taken = 0;
    this.#dismissWaiters();
  }

  /** The next event, when it comes. */
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

  /** `break` and `return` in the loop come here. */
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
