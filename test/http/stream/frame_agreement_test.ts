import { describe, expect, test } from "bun:test";
import { Result } from "effect";
import fc from "fast-check";
import { gameText, makeGameWriter } from "../../../adapters/http/game/game_writer.ts";
import { readClientMessage } from "../../../adapters/http/stream/client_frame.ts";
import { eventFrame } from "../../../adapters/http/stream/server_frame.ts";
import { CHANNELS } from "../../../adapters/http/stream/wire_frame.ts";
import { LEAGUES } from "../../../core/game/mod.ts";
import {
  ASSETS,
  INTERVAL_NAMES,
  PROFILE_BY_NAME,
  PROVIDERS,
  type VenueProfile,
  windowContaining,
} from "../../../core/market/mod.ts";
import { TARGET_SOURCES, TWAP_SERIES } from "../../../core/price/mod.ts";
import {
  FEED_STATES,
  gameTopic,
  GAP_REASONS,
  type StreamEvent,
  targetTopic,
  twapTopic,
} from "../../../core/stream/mod.ts";
import { EARLIEST_SEC } from "../../../core/time/mod.ts";
import {
  gameRecord,
  listingOf,
  scan,
  settings,
  writes,
} from "../../core/game/listing/arbitrary_listing.ts";
import { asset, interval, profile, unixSec } from "../../arbitrary.ts";
import { checkClientFrame, checkFrame } from "./frame_schema.ts";
import { NOON_SEC } from "./stream_server.ts";

const ms = unixSec.map((sec) => sec * 1000 + 612);
const priceE18 = fc.oneof(
  fc.bigInt({ min: 0n, max: 10n ** 24n }),
  fc.integer({ min: 0, max: 200_000_00 }).map((cents) => BigInt(cents) * 10n ** 16n),
);
const targetTopics = fc.tuple(asset, interval).map(([a, i]) => targetTopic(a, i));
const league = fc.constantFrom(...LEAGUES);
const source = fc.constantFrom(...TARGET_SOURCES);
const twapSeries = fc.constantFrom(...TWAP_SERIES);
const topic = fc.oneof(targetTopics, twapSeries.map(twapTopic), league.map(gameTopic));

/** Any event, written in any calendar. */
const anyEvent = fc.tuple(
  profile,
  fc.oneof<fc.Arbitrary<StreamEvent>[]>(
    fc.tuple(profile, asset, interval, unixSec, priceE18, source, ms)
      .map(([{ calendar }, a, i, sec, priceE18, source, publishedAtMs]) => {
        const window = windowContaining(calendar, i, sec);
        const topic = targetTopic(a, i);
        const seq = window.startSec;
        return { kind: "target", topic, seq, asset: a, window, source, priceE18, publishedAtMs };
      }),
    fc.tuple(twapSeries, unixSec, priceE18).map(([series, seq, priceE18]) => ({
      kind: "twap" as const,
      topic: twapTopic(series),
      seq,
      ...series,
      priceE18,
    })),
    fc.record({
      kind: fc.constant("gap" as const),
      topic,
      fromSeq: unixSec,
      toSeq: unixSec,
      reason: fc.constantFrom(...GAP_REASONS),
    }),
    fc.record({
      kind: fc.constant("feed" as const),
      provider: fc.constantFrom(...PROVIDERS),
      state: fc.constantFrom(...FEED_STATES),
      sinceMs: ms,
    }),
  ),
);

const writersOf = (chosen: VenueProfile) => ({
  venue: {
    profile: chosen,
    eventBaseUrl: "https://venue.example/event",
    rangePointsMax: 2_500,
  },
  gameWriter: makeGameWriter(),
});

describe("what the service writes is documented", () => {
  test("every event", () => {
    fc.assert(fc.property(anyEvent, ([chosen, event]) => {
      expect(checkFrame(eventFrame(event, writersOf(chosen)))).toEqual([]);
    }));
  });

  test("every game, in any listing, and as the list has it", () => {
    const seq = fc.nat(Number.MAX_SAFE_INTEGER);
    const game = fc.tuple(settings, writes, fc.array(scan), gameRecord, seq);
    fc.assert(fc.property(game, ([settings, writes, scans, record, seq]) => {
      const listing = listingOf(settings, writes, scans);
      const event = {
        kind: "game",
        topic: gameTopic(record.game.league),
        seq,
        record,
        listing,
      } as const;
      const writers = writersOf(PROFILE_BY_NAME.spec);
      const text = eventFrame(event, writers);
      expect(checkFrame(text)).toEqual([]);
      const listed = writers.gameWriter.ofRecord(listing, record, ["platforms", "coverage"]);
      expect(JSON.parse(text)).toEqual({
        type: "game",
        topic: `games:${record.game.league}`,
        seq,
        game: JSON.parse(gameText(listed)),
      });
    }));
  });
});

describe("what the service reads is documented", () => {
  /** Mostly right, so that a frame with one thing wrong is common. */
  const field = (right: fc.Arbitrary<unknown>, ...wrong: ReadonlyArray<unknown>) =>
    fc.oneof({ weight: 9, arbitrary: right }, { weight: 1, arbitrary: fc.constantFrom(...wrong) });
  const namesOf = (names: ReadonlyArray<string>) =>
    fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 3 });
  const fields = {
    op: field(fc.constantFrom("subscribe", "unsubscribe", "ping"), "hello", null),
    channel: field(fc.constantFrom(...CHANNELS), "game", 1),
    key: field(fc.constantFrom("", "sk_live_x"), 1, null, {}, ["sk_live_x"]),
    leagues: field(namesOf(LEAGUES), "nba", ["xyz"], [1], [], null),
    assets: field(namesOf(ASSETS), "btc", ["xyz"], [1], [], null, {}),
    intervals: field(namesOf(INTERVAL_NAMES), "5min", ["6min"], [5], [], null),
    windows: field(fc.constantFrom([60], [60, 60]), [30], [60, 30], [], 60, ["60"]),
    since: field(
      fc.constantFrom<unknown>(
        NOON_SEC,
        EARLIEST_SEC,
        NOON_SEC * 1000,
        "2026-01-01",
        String(NOON_SEC),
      ),
      EARLIEST_SEC - 1,
      0,
      -1,
      NOON_SEC + 0.5,
      null,
      [],
      true,
    ),
    id: field(fc.constantFrom(1, 0.5, "", "x".repeat(128)), "x".repeat(129), null, {}, true),
    asset: fc.constant("btc"),
  };
  const usual = fc.constantFrom<ReadonlyArray<keyof typeof fields>>(
    ["op", "id"],
    ["op", "channel", "id", "assets", "intervals", "since"],
    ["op", "channel", "id", "assets", "windows", "since"],
    ["op", "channel", "id", "key", "leagues", "since"],
  );
  const keysOf = (keys: ReadonlyArray<keyof typeof fields>) =>
    fc.record({
      sent: fc.subarray([...keys], { minLength: 1 }),
      more: fc.subarray(Object.keys(fields) as Array<keyof typeof fields>, { maxLength: 1 }),
    });
  const frame = fc.tuple(fc.record(fields), usual.chain(keysOf)).map(([all, { sent, more }]) =>
    Object.fromEntries([...sent, ...more].map((key) => [key, all[key]]))
  );

  test("no more and no less", () => {
    let read = 0;
    fc.assert(
      fc.property(frame, (message) => {
        const text = JSON.stringify(message);
        const isRead = Result.isSuccess(readClientMessage(text, NOON_SEC * 1000));
        if (isRead) read++;
        // What is null is as if it were left out, which the prose says once for all fields.
        const isSet = ([, value]: readonly [string, unknown]) => value !== null;
        const set = JSON.stringify(Object.fromEntries(Object.entries(message).filter(isSet)));
        const isDocumented = checkClientFrame(set).length === 0;
        expect({ text, isDocumented }).toEqual({ text, isDocumented: isRead });
      }),
      { numRuns: 3_000 },
    );
    expect(read).toBeGreaterThan(30);
  });
});
