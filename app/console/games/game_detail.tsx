/**
 * Everything that is known of one game.
 *
 * @module
 */
import { Fragment } from "preact";
import type { Game, GameCoverage, GamePlatform } from "../../client/game.ts";
import { PLATFORM_NAMES } from "./game_choice.ts";
import { basisText, CONFIDENCE_WORDS, COVERAGE_WORDS } from "./game_words.ts";
import { instantText } from "./zone_time.ts";

/** The details. */
export function GameDetail({ game, zone }: { readonly game: Game; readonly zone: string }) {
  const { id, home, away, spine, supersedes, redistributable, coverage, platforms } = game;
  return (
    <div class="panels">
      <div>
        <h3>Platforms</h3>
        <dl class="facts">
          {coverage.map((one) => (
            <PlatformFacts
              key={one.source}
              coverage={one}
              platform={platforms.find(({ source }) => source === one.source)}
              zone={zone}
            />
          ))}
        </dl>
        <h3>Names</h3>
        <dl class="facts">
          <dt>Game</dt>
          <dd>
            <code>{id}</code>
          </dd>
          <dt>Home</dt>
          <dd>
            {home.name} ({home.abbreviation}) <code>{home.id}</code>
          </dd>
          <dt>Away</dt>
          <dd>
            {away.name} ({away.abbreviation}) <code>{away.id}</code>
          </dd>
          {supersedes === null ? null : (
            <>
              <dt>Replaces</dt>
              <dd>
                <code>{supersedes}</code>
              </dd>
            </>
          )}
        </dl>
      </div>
      <div>
        <Times game={game} zone={zone} />
        <h3>Source</h3>
        <dl class="facts">
          <dt>Schedule</dt>
          <dd>
            {spine.source} <code>{spine.event_id}</code>
          </dd>
          <dt>May be passed on</dt>
          <dd>{redistributable}</dd>
          <dt>Licence</dt>
          <dd>{spine.license_note ?? "nothing known"}</dd>
        </dl>
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
  const { symbol, word, meaning } = COVERAGE_WORDS[status];
  return (
    <>
      <dt>{PLATFORM_NAMES.get(source) ?? source}</dt>
      <dd>
        <span class={`coverage ${status}`}>
          <span aria-hidden="true">{symbol}</span> {word}
        </span>{" "}
        {checked_at === null ? meaning : `checked ${instantText(checked_at, zone, "full")}`}
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
      </dd>
    </>
  );
}

function Times(
  { game: { status, time, score }, zone }: { readonly game: Game; readonly zone: string },
) {
  const at = (iso: string) => <time dateTime={iso}>{instantText(iso, zone)}</time>;
  return (
    <>
      <h3>Times ({zone})</h3>
      <dl class="facts">
        <dt>Kickoff</dt>
        <dd>
          {at(time.kickoff_at)}
          {time.kickoff_confirmed ? "" : ", not confirmed: the time may be a placeholder"}
        </dd>
        {time.previous_kickoffs.map(({ kickoff_at, changed_at }) => (
          <Fragment key={changed_at}>
            <dt>Before</dt>
            <dd>{at(kickoff_at)}, changed {at(changed_at)}</dd>
          </Fragment>
        ))}
        <dt>Expected end</dt>
        <dd>{at(time.est_end_at)}, only an estimate: {basisText(time.est_basis)}</dd>
        <dt>9 in 10 end by</dt>
        <dd>{at(time.end_p90_at)}</dd>
        {status === "finished"
          ? (
            <>
              <dt>Seen to be over</dt>
              <dd>
                {time.actual_end_at === null ? "the end was not watched" : at(time.actual_end_at)}
              </dd>
            </>
          )
          : null}
      </dl>
      {score === null ? null : (
        <>
          <h3>Score</h3>
          <dl class="facts">
            <dt>Home, away</dt>
            <dd>{score.home}, {score.away}</dd>
            <dt>Clock</dt>
            <dd>{score.clock ?? "-"}</dd>
            <dt>Period</dt>
            <dd>{score.period ?? "-"}</dd>
            <dt>Shown as</dt>
            <dd>{score.detail ?? "-"}</dd>
            <dt>Changed</dt>
            <dd>
              {score.updated_at === null ? "the change was not watched" : at(score.updated_at)}
            </dd>
          </dl>
        </>
      )}
    </>
  );
}
