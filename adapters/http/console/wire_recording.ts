/**
 * What the console's page is answered about the recording.
 *
 * @module
 */
import { t } from "elysia";
import { FEEDS } from "../../../core/recording/mod.ts";
import { nullable } from "../wire/answer.ts";
import { strict } from "../wire/kind.ts";
import { whole } from "../wire/number.ts";
import { Text, words } from "../wire/text.ts";

/** The path of a day. */
export const ByDay = strict({ day: Text({ description: "A UTC day, as listed" }) });

/** The days that are recorded, newest first; null of a service that records nothing. */
export const DayList = t.Object({ now: t.String(), days: nullable(t.Array(t.String())) });

const Topic = t.Object({
  feed: words(FEEDS),
  topic: t.String(),
  seconds: whole(),
  missing: whole(),
  ranges: t.Array(t.Object({ from: t.String(), until: t.String() })),
  more: whole(),
});

const FeedFigures = t.Object({
  feed: words(FEEDS),
  frames: whole(),
  answers: whole(),
  reconnects: whole(),
  dropped: whole(),
  hash_breaks: nullable(whole()),
});

/** What is known of a day. */
export const DayCoverageItem = t.Object({
  now: t.String(),
  day: t.String(),
  state: words(["read", "reading", "failed"]),
  why: nullable(t.String()),
  read_at: nullable(t.String()),
  coverage: nullable(t.Object({
    from: nullable(t.String()),
    until: nullable(t.String()),
    topics: t.Array(Topic),
    feeds: t.Array(FeedFigures),
  })),
});
