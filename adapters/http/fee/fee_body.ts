/**
 * Reads the body of a fee estimate: two amounts, a side and an event.
 *
 * @module
 */
import { Option, Result } from "effect";
import { type Amounts, type Side } from "../../../core/fee/mod.ts";
import type { RequestRejected } from "../../../core/request.ts";
import type { EventReference, PageContext } from "../../../core/venue/mod.ts";
import { type BodyFields } from "../edge/body.ts";
import { missingField, readAmount, readSide, refuseField, wordFor } from "../edge/body_field.ts";
import { readEventReference } from "./event_reference.ts";
import { JsonNumber } from "../../../core/json/mod.ts";
import { wholeDigits } from "../../../core/whole_number.ts";

/** The trade of a fee estimate, and its event. */
export interface FeeBody {
  readonly side: Option.Option<Side>;
  readonly amounts: Amounts;
  readonly reference: EventReference;
}

/** Reads every field. Whether side and amounts make a trade is checked in the core. */
export function readFeeBody(
  fields: BodyFields,
  pages: Pick<PageContext, "eventBaseUrl">,
): Result.Result<FeeBody, RequestRejected> {
  return Result.gen(function* () {
    const side = fields.has("side") ? Option.some(yield* readSide(fields)) : Option.none();
    const making = yield* readAmount(fields, "makingAmount");
    const taking = yield* readAmount(fields, "takingAmount");
    const reference = yield* readEvent(fields, pages);
    return { side, amounts: { making, taking }, reference };
  });
}

function readEvent(
  fields: BodyFields,
  pages: Pick<PageContext, "eventBaseUrl">,
): Result.Result<EventReference, RequestRejected> {
  const hint = "Send either eventSlug or eventId, not both";
  if (fields.has("eventId") && fields.has("eventSlug")) {
    return refuseField("eventId", wordFor(fields.get("eventId")), hint);
  }
  if (fields.has("eventId")) return readEventId(fields.get("eventId"), pages);
  if (!fields.has("eventSlug")) {
    return missingField(
      "eventSlug or eventId",
      'Send either, for example "eventSlug": "btc-updown-5m-1773307200"',
    );
  }
  const slug = fields.get("eventSlug");
  return typeof slug === "string"
    ? readEventReference({ by: "slug", value: slug }, pages)
    : refuseField("eventSlug", wordFor(slug), "Send text, as in the event's URL");
}

function readEventId(
  value: unknown,
  pages: Pick<PageContext, "eventBaseUrl">,
): Result.Result<EventReference, RequestRejected> {
  if (typeof value === "string") return readEventReference({ by: "id", value }, pages);
  const digits = value instanceof JsonNumber ? wholeDigits(value.text) : undefined;
  return digits === undefined
    ? refuseField("eventId", wordFor(value), "Send text or a whole number")
    : readEventReference({ by: "id", value: digits }, pages);
}
