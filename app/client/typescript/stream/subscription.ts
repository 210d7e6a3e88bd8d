/**
 * One iterator: what it follows, which events it got, and the events buffered for its loop.
 *
 * @module
 */
import { type EventQueue, makeEventQueue } from "./event_queue.ts";
import { StreamOverrun } from "../failure.ts";
import { type FeedStates, trackFeedStates } from "./feed_states.ts";
import type { FeedEvent, OrdersStartEvent, StartEvent, TopicEvent } from "./frame.ts";
import { type Followed, makeResume, type Resume } from "./resume.ts";
import { isCounted, providerOf } from "./topic.ts";

type AnyEvent = TopicEvent | FeedEvent | StartEvent | OrdersStartEvent;

/** Passes events from connections to one loop. */
export interface Subscription {
  readonly events: EventQueue<AnyEvent>;
  /** Its progress in its topics. */
  readonly resume: Resume;
  readonly feeds: FeedStates;
  /** Whether the service has answered it on the connection that it has now. */
  isLive: boolean;
  /** Takes the answer to a request. Returns the topics whose events belong here. */
  readonly subscribed: Resume["subscribed"];
  /** Takes an event of one of its topics. */
  readonly take: (event: TopicEvent) => void;
  /** Ends the loop: it throws `error` after it has taken the buffered events. */
  readonly fail: (error: Error) => void;
  /** Ends the loop immediately. */
  readonly end: () => void;
}

/**
 * Returns a subscription that buffers `eventsMax` events at most. `onOver` is called when it has
 * ended.
 */
export function makeSubscription(
  followed: Followed,
  { eventsMax, onOver }: { readonly eventsMax: number; readonly onOver: () => void },
): Subscription {
  const resume = makeResume(followed);
  /** Whether the `start` event is still to come. */
  let isStarting = isCounted(followed.channel) && followed.since === undefined;

  const events = makeEventQueue<AnyEvent>(eventsMax, onOver);

  function fail(error: Error): void {
    subscription.isLive = false;
    events.end(error);
    onOver();
  }
  function push(event: AnyEvent, lastSeqs = resume.lastSeqs()): void {
    if (events.isFull()) fail(new StreamOverrun({ buffered: eventsMax, lastSeqs }));
    else events.push(event);
  }
  const feeds = trackFeedStates(push);

  const subscription: Subscription = {
    events,
    resume,
    feeds,
    isLive: false,
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
      if (news) push(news, lastSeqs);
    },
    fail,
    end: () => void events.return(),
  };
  return subscription;
}
