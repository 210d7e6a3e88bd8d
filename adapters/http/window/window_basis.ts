/**
 * Answers how often another venue named the same winner of a series' windows.
 *
 * @module
 */
import { Effect } from "effect";
import { countWindowsStartingIn } from "../../../core/market/mod.ts";
import { LegVenues } from "../../../core/port/leg_venue.ts";
import { DAY_SEC, EARLIEST_SEC, secOf, toIso, UnixSec } from "../../../core/time/mod.ts";
import { legAgreement } from "../../../core/use_case/leg/mod.ts";
import { Venue } from "../../../core/use_case/venue/mod.ts";
import { isoNow } from "../edge/answer/iso_now.ts";
import type { HandlerCall } from "../edge/gate.ts";
import { retryAfterSec } from "../price/range_body.ts";
import { ASSET_DEFAULT } from "../price/wire_question.ts";
import { refuse } from "../wire/kind.ts";
import { agreementBody } from "./leg_body.ts";
import type { WindowBasis, WindowBasisQuestion } from "./wire_basis.ts";

/** Counts the windows of a range; without its begin those of a day. */
export const windowBasis = Effect.fnUntraced(
  function* (question: typeof WindowBasisQuestion.static, { nowMs }: HandlerCall) {
    const { asset = ASSET_DEFAULT, interval = "15min", from, to } = question;
    const series = (yield* LegVenues).flatMap((venue) => venue.series);
    if (!series.some((one) => one.interval === interval)) {
      const known = [...new Set(series.map((one) => one.interval))].join(" or ") || "none";
      const hint = `Send an interval that another venue has too: ${known}`;
      return yield* Effect.fromResult(refuse({ name: "interval" }, interval, hint));
    }
    const endSec = to?.atSec ?? UnixSec(secOf(nowMs));
    const startSec = from?.atSec ?? UnixSec(Math.max(EARLIEST_SEC, endSec - DAY_SEC));
    if (endSec <= startSec) {
      const hint = "Send an instant after from, or leave it out for now";
      return yield* Effect.fromResult(refuse({ name: "to" }, to?.text ?? toIso(endSec), hint));
    }
    const { profile: { calendar }, rangePointsMax } = yield* Venue;
    const range = { startSec, endSec };
    const count = countWindowsStartingIn(calendar, interval, range);
    if (count > rangePointsMax) {
      const hint = `Ask for at most ${rangePointsMax} windows; these are ${count}`;
      return yield* Effect.fromResult(refuse({ name: "from" }, from?.text ?? null, hint));
    }
    const found = yield* legAgreement({ asset, interval, range });
    const body: typeof WindowBasis.static = { now: isoNow(nowMs), ...agreementBody(found) };
    return { body, isCached: found.isCached, ...retryAfterSec(found.leftCount) };
  },
);
