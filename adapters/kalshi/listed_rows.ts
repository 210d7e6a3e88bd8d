/**
 * Decodes the events and milestones of a league row by row, each once.
 *
 * @module
 */
import { Option, Result, Schema } from "effect";
import type { UnreadListing } from "../../core/game/mod.ts";
import { EventRow, MilestoneRow } from "./payload.ts";

/** Decoded rows by ticker and id, and the rows that could not be decoded. */
export interface ListedRows {
  readonly events: ReadonlyMap<string, EventRow>;
  readonly milestones: ReadonlyMap<string, MilestoneRow>;
  readonly unread: ReadonlyArray<UnreadListing>;
}

const decodeEvent = Schema.decodeUnknownResult(EventRow);
const decodeMilestone = Schema.decodeUnknownResult(MilestoneRow);

/**
 * Decodes the rows of all series of a league. A milestone is repeated with each of its events; the
 * last one wins.
 */
export function readRows(
  written: {
    readonly events: ReadonlyArray<unknown>;
    readonly milestones: ReadonlyArray<unknown>;
  },
): ListedRows {
  const events = new Map<string, EventRow>();
  const milestones = new Map<string, MilestoneRow>();
  const unread = new Map<string, UnreadListing>();
  for (const row of written.events) {
    const event = decodeEvent(row);
    if (Result.isSuccess(event)) events.set(event.success.event_ticker, event.success);
    else note(unread, row, event.failure);
  }
  for (const row of written.milestones) {
    const milestone = decodeMilestone(row);
    if (Result.isSuccess(milestone)) milestones.set(milestone.success.id, milestone.success);
    else note(unread, row, milestone.failure);
  }
  return { events, milestones, unread: [...unread.values()] };
}

/** The id of an unread row without a ticker. */
export const WITHOUT_ID = "without an id";

const decodeFields = Schema.decodeUnknownOption(Schema.Record(Schema.String, Schema.Unknown));

function note(unread: Map<string, UnreadListing>, row: unknown, failure: unknown): void {
  const fields = new Map(Object.entries(Option.getOrElse(decodeFields(row), () => ({}))));
  const [id = WITHOUT_ID] = ["event_ticker", "id"].map((name) => fields.get(name))
    .filter((name) => typeof name === "string");
  const title = fields.get("title");
  unread.set(id, {
    id,
    title: typeof title === "string" ? title : "",
    why: `it cannot be read: ${failure}`,
  });
}
