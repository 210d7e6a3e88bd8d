/**
 * Tells webhooks of windows that open and whose targets are known already, within seconds: what
 * else there is to tell may have to be asked of providers, and they may take their time.
 *
 * @module
 */
import { Clock, Effect } from "effect";
import { isWindowEvent } from "../../webhook/mod.ts";
import { type WebhookNotice, WebhookStore } from "../../port/webhook_store.ts";
import { WebhookWriter } from "../../port/webhook_writer.ts";
import { type TargetEvent, targetTopic } from "../../stream/mod.ts";
import { MachineTime } from "../time/machine_time.ts";
import { TargetCache } from "../price/target_cache.ts";
import type { KnownTarget } from "../price/target_memory.ts";
import { Venue } from "../venue/venue.ts";
import { targetQuery } from "../price/target_query.ts";
import { noticeOf, wantedMoments, type WindowMoment } from "./window_series.ts";
import { withStates } from "./told_windows.ts";

/** A stream delivers a target soon, or not at all. */
const LOOK_BACK_MS = 600_000;

/** Tells what is known and not in `told`, and adds it. Fails if the store does. */
export const announceOpenings = Effect.fn("announceOpenings")(function* (told: Set<string>) {
  const store = yield* WebhookStore;
  const cache = yield* TargetCache;
  const venue = yield* Venue;
  const { calendar } = venue.profile;
  const webhooks = (yield* store.active).filter(({ events }) => events.some(isWindowEvent));
  const nowMs = Math.floor(yield* Clock.currentTimeMillis);
  const due = [...wantedMoments(webhooks, { calendar, nowMs, lookBackMs: LOOK_BACK_MS })]
    .filter(({ event, key }) => event === "window.opened" && !told.has(key))
    .flatMap((moment) => {
      const known = cache.peek(targetQuery(venue, moment.asset, moment.window));
      return known === undefined ? [] : [{ moment, known }];
    });
  const notices = yield* openingNotices(due, nowMs);
  yield* store.announce(notices, Math.floor(yield* (yield* MachineTime).nowMs));
  for (const { key } of notices) told.add(key);
});

/** A window that has opened, and its target. */
export interface OpenedMoment {
  readonly moment: WindowMoment;
  readonly known: KnownTarget;
}

/** Writes the notices of windows that have opened. */
export const openingNotices = Effect.fnUntraced(function* (
  opened: ReadonlyArray<OpenedMoment>,
  nowMs: number,
) {
  const { write } = yield* WebhookWriter;
  const told = yield* withStates(opened);
  return told.map(({ moment, known, state }): WebhookNotice => {
    const { asset, window } = moment;
    const target: TargetEvent = {
      kind: "target",
      topic: targetTopic(asset, window.interval),
      seq: window.startSec,
      asset,
      window,
      publishedAtMs: nowMs,
      ...known,
    };
    return noticeOf(moment, write({ type: "window.opened", target, state }));
  });
});
