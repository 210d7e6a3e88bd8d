/**
 * Buffers events until the bot's loop takes them.
 *
 * @module
 */

/** The place of an event in a queue. */
export interface Place<Event> {
  /** Another may take its place until the loop takes it. */
  event: Event;
  isTaken: boolean;
}

/** An async iterator that is filled with `push`. It never drops events: check `isFull` first. */
export interface EventQueue<Event> extends AsyncIterableIterator<Event, undefined> {
  /** Whether the buffer has no room for another event. */
  readonly isFull: () => boolean;
  /** Whether the loop has done with every event, and waits for another; or has ended. */
  readonly isIdle: () => boolean;
  /** Adds an event. Ignored once the queue has ended. */
  readonly push: (event: Event) => Place<Event>;
  /** Ends the queue: the loop throws `error`, if any, after it has taken the buffered events. */
  readonly end: (error?: Error) => void;
  /** Ends the queue and drops the buffered events. JavaScript calls it on `break`. */
  readonly return: () => Promise<IteratorResult<Event, undefined>>;
}

/**
 * Returns an empty queue. `onReturn` is called when the loop ends with `break` or `return`, and
 * `onIdle` when it begins to wait.
 */
export function makeEventQueue<Event>(
  eventsMax: number,
  onReturn: () => void,
  onIdle: () => void = () => {},
): EventQueue<Event> {
  type Result = IteratorResult<Event, undefined>;
  let events: Array<Place<Event>> = [];
  /** How many of `events` were taken already; they are removed in batches. */
  let taken = 0;
  let isOver = false;
  let failure: Error | undefined;
  /** Takers that came before their event. */
  const waiting: Array<(result: Promise<Result>) => void> = [];

  function next(): Promise<Result> {
    if (taken < events.length) {
      const place = events[taken++] as Place<Event>;
      place.isTaken = true;
      if (taken * 2 > events.length) {
        events = events.slice(taken);
        taken = 0;
      }
      return Promise.resolve({ done: false, value: place.event });
    }
    if (!isOver) {
      const awaited = new Promise<Result>((resolve) => waiting.push(resolve));
      onIdle();
      return awaited;
    }
    const error = failure;
    failure = undefined;
    return error ? Promise.reject(error) : Promise.resolve({ done: true, value: undefined });
  }

  function end(error?: Error): void {
    if (isOver) return;
    isOver = true;
    failure = error;
    for (const resolve of waiting) resolve(next());
  }

  return {
    isFull: () => events.length - taken >= eventsMax,
    isIdle: () => isOver || waiting.length > 0,
    push: (event) => {
      const place = { event, isTaken: isOver };
      if (isOver) return place;
      events.push(place);
      waiting.shift()?.(next());
      return place;
    },
    end,
    next,
    return: () => {
      end();
      events = [];
      failure = undefined;
      onReturn();
      return next();
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
