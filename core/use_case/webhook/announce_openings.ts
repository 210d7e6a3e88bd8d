/**
 * Tells webhooks of windows that open and whose targets are known already, at once: what else there
 * is to tell may have to be asked of providers, and they may take their time.
 *
 * @module
 */
import { Clock, Effect } from "effect";
import { isWindowEvent } from "../../webhook/mod.ts";
import { type WebhookNotice, WebhookStore } from "../../port/webhook_store.ts";
import { WebhookWriter } from "../../port/webhook_writer.ts";
import { targetTopic } from "../../stream/mod.ts";
import { MachineTime } from "../time/machine_time.ts";
import { TargetCache } from "../price/target_cache.ts";
import type { KnownTarget } from "../price/target_memory.ts";
import { Venue } from "../venue/venue.ts";
import { targetQuery } from "../price/target_query.ts";
import { noticeOf, wantedMoments, type WindowMoment } from "./window_series.ts";

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
  const notices: Array<WebhookNotice> = [];
  for (const moment of wantedMoments(webhooks, { calendar, nowMs, lookBackMs: LOOK_BACK_MS })) {
    if (moment.event !== "window.opened" || told.has(moment.key)) continue;
    const known = cache.peek(targetQuery(venue, moment.asset, moment.window));
    if (known !== undefined) notices.push(yield* openingNotice(moment, { known, nowMs }));
  }
  yield* store.announce(notices, Math.floor(yield* (yield* MachineTime).nowMs));
  for (const { key } of notices) told.add(key);
});

/** Writes the notice of a window that has opened. */
export const openingNotice = Effect.fnUntraced(function* (
  moment: WindowMoment,
  { known, nowMs }: { readonly known: KnownTarget; readonly nowMs: number },
) {
  const { asset, window } = moment;
  const body = (yield* WebhookWriter).write({
    type: "window.opened",
    target: {
      kind: "target",
      topic: targetTopic(asset, window.interval),
      seq: window.startSec,
      asset,
      window,
      publishedAtMs: nowMs,
      ...known,
    },
  });
  return noticeOf(moment, body);
});
