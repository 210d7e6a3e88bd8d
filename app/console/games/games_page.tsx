/**
 * The page of a day's games: scores, and on which platforms each was found.
 *
 * @module
 */
import { useComputed } from "@preact/signals";
import { place } from "../frame/location.ts";
import { useLoaded } from "../part/loaded.ts";
import { Panel } from "../part/panel.tsx";
import { ask } from "../service/api.ts";
import { nowSec } from "../service/service_time.ts";
import { codesOf, type GameChoice } from "./game_choice.ts";
import { GameFilters, type League } from "./game_filters.tsx";
import { type GamesMeta, type GamesRead, useGamePages } from "./game_pages.ts";
import { GameTable } from "./game_table.tsx";
import { COVERAGE_WORDS, leagueCodeText } from "./game_words.ts";
import { dayAt, dayText, instantText, isZone, localZone } from "./zone_time.ts";

/** The page. */
export function Page() {
  const choice = useChoice();
  const leagues = useLoaded(
    (signal) =>
      ask<{ readonly data: ReadonlyArray<League> }>({
        method: "GET",
        path: "/api/v1/leagues",
        isKeyed: true,
        signal,
      }),
    { by: [] },
  );
  const { read, more } = useGamePages(choice);
  return (
    <>
      <h1>Games</h1>
      <GameFilters choice={choice} leagues={leagues} />
      <Panel
        title={`Games of ${dayText(choice.day)}`}
        of={read}
        tools={read.value === undefined ? null : <Freshness {...read.value.meta} {...choice} />}
      >
        {(found) => <FoundGames found={found} choice={choice} more={more} />}
      </Panel>
    </>
  );
}

/** What the address asks for: without a day today, without a zone that of the reader. */
function useChoice(): GameChoice {
  const { query } = place.value;
  // Changes once a day, unlike the clock.
  const today = useComputed(() => dayAt(nowSec.value * 1000, zoneOf(place.value.query)));
  return {
    day: query.get("day") ?? today.value,
    zone: zoneOf(query),
    league: codesOf(query.get("league")),
    status: codesOf(query.get("status")),
    source: codesOf(query.get("source")),
  };
}

function zoneOf(query: URLSearchParams): string {
  const asked = query.get("tz");
  return asked !== null && isZone(asked) ? asked : localZone();
}

function Freshness({ as_of, zone }: GamesMeta & GameChoice) {
  return (
    <span class="soft">
      as of{" "}
      <time dateTime={as_of}>{instantText(as_of, zone, "second")}</time>, read again every 30 s
    </span>
  );
}

function FoundGames({ found: { games, hasMore, meta }, choice, more }: {
  readonly found: GamesRead;
  readonly choice: GameChoice;
  readonly more: () => void;
}) {
  return (
    <>
      <MetaNotes meta={meta} />
      {games.length === 0
        ? (
          <p class="empty">
            No game matches on this day. Choose another day, or fewer filters.
          </p>
        )
        : (
          <>
            <CoverageKey />
            <GameTable games={games} platforms={meta.venues_checked} zone={choice.zone} />
            <div class="row">
              <span class="soft">{games.length} of {meta.total} games</span>
              {hasMore ? <button type="button" onClick={more}>Show more games</button> : null}
            </div>
          </>
        )}
    </>
  );
}

/** What is missing from the list, and why. */
function MetaNotes({ meta: { withheld, unread_leagues } }: { readonly meta: GamesMeta }) {
  return (
    <>
      {withheld.games === 0 ? null : (
        <p class="note caution">
          {withheld.games} {withheld.games === 1 ? "game is" : "games are"} withheld:{" "}
          {withheld.reason}.
        </p>
      )}
      {unread_leagues.length === 0 ? null : (
        <p class="note caution">
          The schedule was not read for the whole of this day in{" "}
          {unread_leagues.map(leagueCodeText).join(", ")}: there may be games that are not shown.
        </p>
      )}
    </>
  );
}

function CoverageKey() {
  return (
    <div class="checks soft">
      {Object.entries(COVERAGE_WORDS).map(([status, { symbol, word, meaning }]) => (
        <span key={status}>
          <span class={`coverage ${status}`}>
            <span aria-hidden="true">{symbol}</span> {word}
          </span>{" "}
          {meaning}.
        </span>
      ))}
      <a href="/docs/guide/games">How games are found</a>
    </div>
  );
}
