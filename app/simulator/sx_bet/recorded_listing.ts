/**
 * `PUT /__listing`: replaces the world's markets with recorded ones.
 *
 * @module
 */
import { Result } from "effect";
import { type Read, readEach, readFields, readList, readObject } from "../kit/control_body.ts";
import { type Control } from "../kit/simulator.ts";
import { type Fixture, listKey, type Market } from "./fixture.ts";
import { type SxLeague } from "./league_labels.ts";

/** The last recording. */
export interface RecordedListing {
  readonly fixtures: () => ReadonlyArray<Fixture> | undefined;
  /** Returns the leagues that its markets name. */
  readonly leagues: () => ReadonlyArray<SxLeague>;
  readonly control: Control;
}

/** Makes an empty recording. */
export function makeRecordedListing(): RecordedListing {
  let current: ReadonlyArray<Market> | undefined;
  return {
    fixtures: () => current === undefined ? undefined : fixturesOf(current),
    leagues: () => leaguesOf(current ?? []),
    control: (body) =>
      Result.map(readListing(body), (markets) => {
        current = markets;
        return { markets: markets.length };
      }),
  };
}

/** Other fields of the recorded answer are ignored, including its next key. */
function readListing(body: unknown): Read<ReadonlyArray<Market>> {
  return Result.gen(function* () {
    const envelope = yield* readFields(body);
    const fields = yield* readFields(envelope.get("data"));
    return yield* readEach(yield* readList(fields, "markets"), "markets", readObject);
  });
}

/** Markets keep their order. A market without a fixture becomes a separate one. */
function fixturesOf(markets: ReadonlyArray<Market>): ReadonlyArray<Fixture> {
  const byFixture = new Map<string, Array<Fixture["markets"][number]>>();
  for (const [at, market] of markets.entries()) {
    const eventId = String(market["sportXeventId"] ?? market["sportXEventId"] ?? `none ${at}`);
    const listed = { key: listKey(at), market };
    byFixture.set(eventId, [...byFixture.get(eventId) ?? [], listed]);
  }
  return [...byFixture.values()].map((listed) => ({ markets: listed }));
}

function leaguesOf(markets: ReadonlyArray<Market>): ReadonlyArray<SxLeague> {
  const leagues = markets.flatMap(({ leagueId, leagueLabel, sportId }) =>
    typeof leagueId === "number" && typeof leagueLabel === "string" && typeof sportId === "number"
      ? [{ leagueId, label: leagueLabel, sportId }]
      : []
  );
  return [...new Map(leagues.map((league) => [league.leagueId, league])).values()];
}
