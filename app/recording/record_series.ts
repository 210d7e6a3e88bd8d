/**
 * Records what the service itself tells the clients of its stream, beside what it heard.
 *
 * @module
 */
import { Context, Effect } from "effect";
import { eventFrame } from "../../adapters/http/stream/server_frame.ts";
import { makeGameWriter } from "../../adapters/http/game/game_writer.ts";
import type { Interval } from "../../core/market/mod.ts";
import type { Received } from "../../core/recording/mod.ts";
import { Publisher, type PushedEvent } from "../../core/use_case/live/mod.ts";
import { followSeries } from "../../core/use_case/window/mod.ts";
import { Venue } from "../../core/use_case/venue/mod.ts";
import { makeAskTerms } from "./ask_terms.ts";
import { recordedChoice } from "./recorded_choice.ts";

/** What is kept of the service itself: what it published of a topic, and how it began. */
export type Published = Pick<Received, "about" | "text"> & { readonly kind: "frame" | "opened" };

/** Keeps what was published; undefined where nothing is recorded. */
export const KeepPublished = Context.Reference<((published: Published) => void) | undefined>(
  "app/recording/KeepPublished",
  { defaultValue: () => undefined },
);

/** What anybody may subscribe to, and is no game. */
const KINDS: ReadonlySet<PushedEvent["kind"]> = new Set([
  "window",
  "quote",
  "target",
  "twap",
  "spot",
  "gap",
  "feed",
]);

/**
 * Follows every window of these intervals, and records what is published from now on. Does nothing
 * where nothing is recorded.
 */
export const recordSeries = Effect.fn("recordSeries")(function* (
  intervals: ReadonlyArray<Interval>,
) {
  const keep = yield* KeepPublished;
  if (keep === undefined) return;
  keep({ kind: "opened", about: yield* recordedChoice, text: "" });
  const askTerms = yield* makeAskTerms;
  const written = { venue: yield* Venue, gameWriter: makeGameWriter() };
  const { subscribe } = yield* Publisher;
  subscribe({
    publishEvent: (event) => {
      if (!KINDS.has(event.kind)) return;
      const about = "topic" in event ? event.topic : event.kind;
      keep({ kind: "frame", about, text: eventFrame(event, written) });
      if (event.kind === "window") askTerms(event);
    },
  });
  yield* followSeries(intervals);
});
