/**
 * Everything that is known of one game.
 *
 * @module
 */
import type { ListedGame } from "../../client/typescript/game.ts";
import type { GameCoverage, GamePlatform } from "../../client/typescript/wire/game.ts";
import { Fact, Facts } from "../part/facts.tsx";
import { CoverageMark } from "./coverage_mark.tsx";
import { platformName } from "./game_choice.ts";
import { basisText, CONFIDENCE_WORDS, COVERAGE_WORDS } from "./game_words.ts";
import { zonedText } from "./zone_time.ts";

/** The details. */
export function GameDetail({ game, zone }: { readonly game: ListedGame; readonly zone: string }) {
  const { id, home, away, spine, supersedes, redistributable, coverage, platforms } = game;
  return (
    <div class="panels">
      <div>
        <h3>Platforms</h3>
        <Facts>
          {coverage.map((one) => (
            <PlatformFacts
              key={one.source}
              coverage={one}
              platform={platforms.find(({ source }) => source === one.source)}
              zone={zone}
            />
          ))}
        </Facts>
        <h3>Names</h3>
        <Facts>
          <Fact name="Game">
            <code>{id}</code>
          </Fact>
          <Fact name="Home">
            {home.name} ({home.abbreviation}) <code>{home.id}</code>
          </Fact>
          <Fact name="Away">
            {away.name} ({away.abbreviation}) <code>{away.id}</code>
          </Fact>
          {supersedes === null ? null : (
            <Fact name="Replaces">
              <code>{supersedes}</code>
            </Fact>
          )}
        </Facts>
      </div>
      <div>
        <Times game={game} zone={zone} />
        <h3>Source</h3>
        <Facts>
          <Fact name="Schedule">
            {spine.source} <code>{spine.event_id}</code>
          </Fact>
          <Fact name="May be passed on">{redistributable}</Fact>
          <Fact name="Licence">{spine.license_note ?? "nothing known"}</Fact>
        </Facts>
      </div>
    </div>
  );
}

function PlatformFacts({ coverage, platform, zone }: {
  readonly coverage: GameCoverage;
  readonly platform: GamePlatform | undefined;
  readonly zone: string;
}) {
  const { source, status, checked_at } = coverage;
  const { meaning } = COVERAGE_WORDS[status];
  return (
    <>
      <Fact name={platformName(source)}>
        <CoverageMark status={status} />{" "}
        {checked_at === null ? meaning : `checked ${zonedText(checked_at, zone)}`}
        {platform === undefined ? null : (
          <>
            <br />
            Match {CONFIDENCE_WORDS[platform.confidence]}. Events:{" "}
            {platform.events}, markets stored: {platform.markets_stored}.
            <br />
            <span class="soft">
              May be passed on: {platform.redistributable}. {platform.license_note}
            </span>
          </>
        )}
      </Fact>
    </>
  );
}

function Times(
  { game: { status, time, score }, zone }: { readonly game: ListedGame; readonly zone: string },
) {
  const at = (iso: string) => <time dateTime={iso}>{zonedText(iso, zone)}</time>;
  return (
    <>
      <h3>Times ({zone})</h3>
      <Facts>
        <Fact name="Kickoff">
          {at(time.kickoff_at)}
          {time.kickoff_confirmed ? "" : ", not confirmed: the time may be a placeholder"}
        </Fact>
        {time.previous_kickoffs.map(({ kickoff_at, changed_at }) => (
          <Fact key={changed_at} name="Before">{at(kickoff_at)}, changed {at(changed_at)}</Fact>
        ))}
        <Fact name="Expected end">
          {at(time.est_end_at)}, only an estimate: {basisText(time.est_basis)}
        </Fact>
        <Fact name="9 in 10 end by">{at(time.end_p90_at)}</Fact>
        {status === "finished"
          ? (
            <Fact name="Seen to be over">
              {time.actual_end_at === null ? "the end was not watched" : at(time.actual_end_at)}
            </Fact>
          )
          : null}
      </Facts>
      {score === null ? null : (
        <>
          <h3>Score</h3>
          <Facts>
            <Fact name="Home, away">{score.home}, {score.away}</Fact>
            <Fact name="Clock">{score.clock ?? "-"}</Fact>
            <Fact name="Period">{score.period ?? "-"}</Fact>
            <Fact name="Shown as">{score.detail ?? "-"}</Fact>
            <Fact name="Changed">
              {score.updated_at === null ? "the change was not watched" : at(score.updated_at)}
            </Fact>
          </Facts>
        </>
      )}
    </>
  );
}
