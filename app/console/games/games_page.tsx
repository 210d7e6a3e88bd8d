/**
 * The page of a day's games: scores, and on which platforms each was found.
 *
 * @module
 */
import { useComputed } from "@preact/signals";
import type { Games, GamesOfWindowMeta, ListedGame } from "../../client/typescript/mod.ts";
import { place } from "../frame/location.ts";
import { useLoaded } from "../part/loaded.ts";
import { MoreButton } from "../part/more_button.tsx";
import { countText } from "../part/number_text.ts";
import { Panel } from "../part/panel.tsx";
import { keyedApi } from "../service/api.ts";
import { nowSec } from "../service/service_time.ts";
import { codesOf, type GameChoice, gamesQuery } from "./game_choice.ts";
import { GameFilters } from "./game_filters.tsx";
import { CoverageMark } from "./coverage_mark.tsx";
import { GameTable } from "./game_table.tsx";
import { COVERAGE_WORDS, COVERAGES, leagueCodeText } from "./game_words.ts";
import { dayAt, dayText, isZone, localZone, zonedText } from "./zone_time.ts";
import { usePages } from "../part/pages.ts";
import { type Pages, walkPages } from "../part/walk_pages.ts";

/** One page of games with what is known of every platform. */
interface GamesPage extends Games {
  readonly data: ReadonlyArray<ListedGame>;
}

/** The games of the pages that are shown. */
type ShownGames = Pages<ListedGame, GamesPage>;

const READ_EVERY_MS = 30_000;

/** Reads games, again and again. Every reading begins at the first page: games may have moved. */
function useGamePages(choice: GameChoice) {
  const query = gamesQuery(choice);
  const load = (pages: number, signal: AbortSignal) =>
    walkPages<ListedGame, GamesPage>(
      async (from) =>
        // The query asks for both.
        await keyedApi().games.list({ ...query, ...from }, { signal }) as GamesPage,
      pages,
    );
  return usePages(load, { by: [JSON.stringify(query)], everyMs: READ_EVERY_MS });
}

/** The page. */
export function Page() {
  const choice = useChoice();
  const leagues = useLoaded(
    (signal) => keyedApi().leagues.list({}, { signal }),
    { by: [] },
  );
  const { list, more } = useGamePages(choice);
  return (
    <>
      <h1>Games</h1>
      <GameFilters choice={choice} leagues={leagues} />
      <Panel
        title={`Games of ${dayText(choice.day)}`}
        of={list}
        tools={list.value && <Freshness {...list.value.last.meta} {...choice} />}
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

function Freshness({ as_of, zone }: GamesOfWindowMeta & GameChoice) {
  return (
    <span class="soft">
      as of <time dateTime={as_of}>{zonedText(as_of, zone, "second")}</time>, read again every 30 s
    </span>
  );
}

function FoundGames({ found: { items, last: { meta } }, choice, more }: {
  readonly found: ShownGames;
  readonly choice: GameChoice;
  readonly more: (() => void) | undefined;
}) {
  return (
    <>
      <MetaNotes meta={meta} />
      {items.length === 0
        ? (
          <p class="empty">
            No game matches on this day. Choose another day, or fewer filters.
          </p>
        )
        : (
          <>
            <CoverageKey />
            <GameTable games={items} platforms={meta.venues_checked} zone={choice.zone} />
            <div class="row">
              <span class="soft">{items.length} of {meta.total} games</span>
              <MoreButton more={more} />
            </div>
          </>
        )}
    </>
  );
}

/** What is missing from the list, and why. */
function MetaNotes({ meta: { withheld, unread_leagues } }: { readonly meta: GamesOfWindowMeta }) {
  return (
    <>
      {withheld.games === 0 ? null : (
        <p class="note caution">
          {countText(withheld.games, "game")} {withheld.games === 1 ? "is" : "are"} withheld:{" "}
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
      {COVERAGES.map((status) => (
        <span key={status}>
          <CoverageMark status={status} /> {COVERAGE_WORDS[status].meaning}.
        </span>
      ))}
      <a href="/docs/guide/games">How games are found</a>
    </div>
  );
}
