import { expect, test } from "bun:test";
import { Effect } from "effect";
import { readRecordedChoice, recordedChoice } from "../../../app/recording/recorded_choice.ts";
import { PROFILE_BY_NAME } from "../../../core/market/mod.ts";
import { ClockSpeed } from "../../../core/use_case/time/mod.ts";
import { Venue } from "../../../core/use_case/venue/mod.ts";

test("what was chosen is read as it was written", () => {
  const eventBaseUrl = "http://127.0.0.1:4000/event";
  const written = recordedChoice.pipe(
    Effect.provideService(Venue, {
      profile: PROFILE_BY_NAME.polymarket,
      eventBaseUrl,
      rangePointsMax: 1,
    }),
    Effect.provideService(ClockSpeed, 0.5),
    Effect.runSync,
  );
  expect(readRecordedChoice(written)).toEqual({ profile: "polymarket", speed: 0.5, eventBaseUrl });
});

test.each(["", "windows:btc:5min", "profile=x speed=1 events=y", "profile=spec speed=0 events=y"])(
  "another text is none: %j",
  (text) => expect(readRecordedChoice(text)).toBeUndefined(),
);
