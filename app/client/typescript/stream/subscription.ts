/**
 * One iterator: what it follows, which events it got, and the events buffered for its loop.
 *
 * @module
 */
import { type EventQueue, makeEventQueue, type Place } from "./event_queue.ts";
import { StreamOverrun } from "../failure.ts";
import { type FeedStates, trackFeedStates } from "./feed_states.ts";
import type {
  FeedEvent,
  OrderedEvent,
  OrdersStartEvent,
  SpotEvent,
  StartEvent,
  TopicEvent,
} from "./frame.ts";
import { type LiveWindow, makeLiveWindow, makeWindowMerge } from "./live_window.ts";
import { type Followed, makeResume, type Resume } from "./resume.ts";
import { makeServiceClock, type ServiceClock } from "./service_clock.ts";
import { isCounted, providerOf } from "./topic.ts";

type AnyEvent =
  | OrderedEvent
  | SpotEvent
  | LiveWindow
  | FeedEvent
  | StartEvent
  | OrdersStartEvent;

/** Passes events from connections to one loop. */
export interface Subscription {
  readonly events: EventQueue<AnyEvent>;
  /** Its progress in its topics. */
  readonly resume: Resume;
  readonly feeds: FeedStates;
  /** Whether the service has answered it on the connection that it has now. */
  isLive: boolean;
  /** The service's clock, as the connection knows it. */
  clock: ServiceClock;
  /** Takes the answer to a request. Returns the topics whose events belong here. */
  readonly subscribed: Resume["subscribed"];
  /** Takes an event of one of its topics. */
  readonly take: (event: TopicEvent) => void;
  /** Ends the loop once it has taken the buffered events: it throws `error`, if any. */
  readonly finish: (error?: Error) => void;
  /** Ends the loop immediately. */
  readonly end: () => void;
}

/**
 * Returns a subscription that buffers `eventsMax` events at most. `onOver` is called when it has
 * ended, and `onIdle` when its loop begins to wait.
 */
export function makeSubscription(
  followed: Followed,
  { eventsMax, onOver, onIdle }: {
    readonly eventsMax: number;
    readonly onOver: () => void;
    readonly onIdle?: () => void;
  },
): Subscription {
  const resume = makeResume(followed);
  /** Whether the `start` event is still to come. */
  let isStarting = isCounted(followed.channel) && followed.since === undefined;

  const events = makeEventQueue<AnyEvent>(eventsMax, onOver, onIdle);

  function finish(error?: Error): void {
    subscription.isLive = false;
    events.end(error);
    onOver();
  }
  function push(event: AnyEvent, lastSeqs = resume.lastSeqs()): Place<AnyEvent> | undefined {
    if (!events.isFull()) return events.push(event);
    finish(new StreamOverrun({ buffered: eventsMax, lastSeqs }));
    return undefined;
  }
  // A window says itself whether its price is live.
  const feeds = trackFeedStates((event) => void (followed.channel === "windows" || push(event)));

  const { take: merge } = makeWindowMerge();
  /** What still waits of a topic whose values replace each other, and the window that it is of. */
  const newest = new Map<string, readonly [place: Place<AnyEvent> | undefined, start: number]>();

  /** Returns what the bot gets for an event, and whether it replaces the one before it. */
  function shown(
    event: TopicEvent,
  ): readonly [event?: AnyEvent, start?: number, isNewer?: boolean] {
    if (event.type === "spot") return [event, 0, true];
    if (event.type !== "window" && event.type !== "quote") return [event];
    const whole = merge(event);
    if (!whole) return [];
    return [
      makeLiveWindow(whole, () => subscription.clock.nowMs()),
      whole.seq,
      event.type === "quote",
    ];
  }

  const subscription: Subscription = {
    events,
    resume,
    feeds,
    isLive: false,
    clock: makeServiceClock(Date.now()),
    subscribed: (answer) => {
      const { seq, seqs } = answer;
      const topics = resume.subscribed(answer);
      subscription.isLive = topics.length > 0;
      if (isStarting && subscription.isLive && (seqs ?? seq) !== undefined) {
        isStarting = false;
        push(seqs ? { type: "start", topics, seqs } : { type: "start", topics, seq: seq! });
      }
      feeds.subscribed(topics.flatMap((topic) => providerOf(topic) ?? []));
      return topics;
    },
    take: (event) => {
      const lastSeqs = events.isFull() ? resume.lastSeqs() : {};
      const news = resume.take(event);
      const [value, start, isNewer] = news ? shown(news) : [];
      if (!value) return;
      const [place, its] = newest.get(event.topic) ?? [];
      // A bot that is slow gets the newest prices, and none that are old.
      if (isNewer && place?.isTaken === false && its === start) place.event = value;
      else {
        const added = push(value, lastSeqs);
        if (start !== undefined) newest.set(event.topic, [added, start]);
      }
    },
    finish,
    end: () => void events.return(),
  };
  return subscription;
}
