/**
 * Games by kickoff, with a column for each platform. On a narrow screen each game is a card.
 *
 * The roles are spelled out: a browser takes them away where a table is laid out as cards.
 *
 * @module
 */
import { Fragment } from "preact";
import type { ListedGame } from "../../client/typescript/game.ts";
import type { GameCoverage, Team } from "../../client/typescript/wire/game.ts";
import { place, setQuery } from "../frame/location.ts";
import { CoverageMark } from "./coverage_mark.tsx";
import { platformName, STATUS_WORDS } from "./game_choice.ts";
import { GameDetail } from "./game_detail.tsx";
import { COVERAGE_WORDS, leagueCodeText, progressText } from "./game_words.ts";
import { zonedText } from "./zone_time.ts";

/** The table. The game whose details are open is kept in the page's address. */
export function GameTable({ games, platforms, zone }: {
  readonly games: ReadonlyArray<ListedGame>;
  /** The codes of those that are checked, in the order of the columns. */
  readonly platforms: ReadonlyArray<string>;
  readonly zone: string;
}) {
  const open = place.value.query.get("game");
  return (
    <div class="wide" tabIndex={0} role="region" aria-label="Games and platforms">
      <table class="games cards" role="table" aria-label="Games and platforms">
        <thead role="rowgroup">
          <tr role="row">
            <th scope="col" role="columnheader">Kickoff</th>
            <th scope="col" role="columnheader">Home and away</th>
            <th scope="col" role="columnheader">Status</th>
            {platforms.map((source) => (
              <th key={source} scope="col" role="columnheader">{platformName(source)}</th>
            ))}
            <th scope="col" role="columnheader">
              <span class="hidden">Details</span>
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {games.map((game) => (
            <Fragment key={game.id}>
              <GameRow game={game} platforms={platforms} zone={zone} isOpen={game.id === open} />
              {game.id === open
                ? (
                  <tr role="row" class="detail" id={detailId(game)}>
                    <td role="cell" colSpan={platforms.length + 4}>
                      <GameDetail game={game} zone={zone} />
                    </td>
                  </tr>
                )
                : null}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function GameRow({ game, platforms, zone, isOpen }: {
  readonly game: ListedGame;
  readonly platforms: ReadonlyArray<string>;
  readonly zone: string;
  readonly isOpen: boolean;
}) {
  const { id, home, away, league, time, score } = game;
  return (
    <tr role="row" class="game">
      <td role="cell">
        <time dateTime={time.kickoff_at}>{zonedText(time.kickoff_at, zone, "clock")}</time>
        {time.kickoff_confirmed ? null : <small>not confirmed</small>}
        <small>{leagueCodeText(league)}</small>
      </td>
      <th role="rowheader" scope="row" class="sides">
        <Side team={home} score={score?.home} />
        <Side team={away} score={score?.away} />
      </th>
      <td role="cell">
        <span class={`mark ${game.status}`}>{STATUS_WORDS[game.status]}</span>
        <small>{progressText(game)}</small>
      </td>
      {platforms.map((source) => (
        <td key={source} role="cell" class="where">
          <span class="name">{platformName(source)}</span>
          <Coverage game={game} source={source} zone={zone} />
        </td>
      ))}
      <td role="cell">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? detailId(game) : undefined}
          aria-label={`Details of ${home.name} and ${away.name}`}
          onClick={() => setQuery({ game: isOpen ? undefined : id })}
        >
          Details <span aria-hidden="true">{isOpen ? "▴" : "▾"}</span>
        </button>
      </td>
    </tr>
  );
}

function Side({ team, score }: { readonly team: Team; readonly score: number | undefined }) {
  return (
    <span class="side">
      {team.name} <span class="number">{score}</span>
    </span>
  );
}

function Coverage({ game, source, zone }: {
  readonly game: ListedGame;
  readonly source: string;
  readonly zone: string;
}) {
  const { status, checked_at } = game.coverage.find((one) => one.source === source) ?? UNKNOWN;
  const { meaning } = COVERAGE_WORDS[status];
  const isDoubtful = game.platforms.some((one) =>
    one.source === source && one.confidence === "review"
  );
  const at = checked_at === null ? "" : `, checked ${zonedText(checked_at, zone)}`;
  return (
    <CoverageMark status={status} title={`${meaning}${at}`}>
      {isDoubtful ? <small>for review</small> : null}
    </CoverageMark>
  );
}

/** Where an answer says nothing, nothing is known. */
const UNKNOWN: Pick<GameCoverage, "status" | "checked_at"> = {
  status: "not_checked",
  checked_at: null,
};

function detailId({ id }: ListedGame): string {
  return `game-${id}`;
}
