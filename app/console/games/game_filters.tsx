/**
 * The choice of the day, the time zone, and of which games are shown.
 *
 * @module
 */
import type { League } from "../../client/typescript/mod.ts";
import { place, setQuery } from "../frame/location.ts";
import { FailureNote } from "../part/failure_note.tsx";
import { Checks, Choice, Field } from "../part/field.tsx";
import type { Loaded } from "../part/loaded.ts";
import { Waiting } from "../part/waiting.tsx";
import {
  dayAfter,
  type GameChoice,
  type ListName,
  LISTS,
  PLATFORM_NAMES,
  STATUS_WORDS,
  toggledCode,
} from "./game_choice.ts";
import { localZone } from "./zone_time.ts";

/** The filters. All are kept in the page's address. */
export function GameFilters({ choice, leagues }: {
  readonly choice: GameChoice;
  readonly leagues: Loaded<{ readonly data: ReadonlyArray<League> }>;
}) {
  const isFiltered = LISTS.some((name) => choice[name].length > 0);
  return (
    <form
      class="game-filters"
      aria-label="Filters"
      onSubmit={(event) => event.preventDefault()}
    >
      <div class="row">
        <DayChoice day={choice.day} />
        <ZoneChoice zone={choice.zone} />
      </div>
      <div class="row">
        <ListChoice
          name="status"
          legend="Status"
          chosen={choice.status}
          choices={Object.entries(STATUS_WORDS)}
        />
        <ListChoice
          name="source"
          legend="Found on one of"
          chosen={choice.source}
          choices={[...PLATFORM_NAMES]}
        />
      </div>
      <details>
        <summary>
          Leagues: {choice.league.length === 0
            ? "all"
            : namesOf(choice.league, leagues.value?.data ?? []).join(", ")}
        </summary>
        <FailureNote failure={leagues.failure} retry={leagues.reload} />
        {leagues.value === undefined
          ? (leagues.failure === undefined ? <Waiting what="Loading leagues" /> : null)
          : (
            <ListChoice
              name="league"
              legend="Leagues"
              chosen={choice.league}
              choices={leagues.value.data.map(({ code, name }) => [code, name] as const)}
            />
          )}
      </details>
      {isFiltered
        ? (
          <button
            type="button"
            onClick={() => setQuery(Object.fromEntries(LISTS.map((name) => [name, undefined])))}
          >
            Remove all filters
          </button>
        )
        : null}
    </form>
  );
}

function DayChoice({ day }: { readonly day: string }) {
  const step = (days: number) => () => setQuery({ day: dayAfter(day, days) });
  return (
    <>
      <div class="field">
        <button type="button" onClick={step(-1)}>
          <span aria-hidden="true">←</span> Previous day
        </button>
      </div>
      <Field
        label="Day"
        type="date"
        value={day}
        // While a year is typed, the years before it pass by.
        onValue={(day) => /^(2\d{3}-|$)/.test(day) && setQuery({ day })}
      />
      <div class="field">
        <button type="button" onClick={step(1)}>
          Next day <span aria-hidden="true">→</span>
        </button>
      </div>
      <div class="field">
        <button type="button" onClick={() => setQuery({ day: undefined })}>Today</button>
      </div>
    </>
  );
}

function ZoneChoice({ zone }: { readonly zone: string }) {
  const local = localZone();
  const choices = [...new Set([local, "UTC", zone])].map((one) =>
    [one, one === local && one !== "UTC" ? `Local: ${one}` : one] as const
  );
  return (
    <Choice
      label="Time zone"
      value={zone}
      choices={choices}
      onValue={(zone) => setQuery({ tz: zone === local ? undefined : zone })}
    />
  );
}

function ListChoice({ name, ...rest }: {
  readonly name: ListName;
  readonly legend: string;
  readonly chosen: ReadonlyArray<string>;
  readonly choices: ReadonlyArray<readonly [code: string, text: string]>;
}) {
  const toggle = (code: string) =>
    setQuery({ [name]: toggledCode(place.value.query.get(name), code) });
  return <Checks {...rest} onToggle={toggle} />;
}

function namesOf(
  codes: ReadonlyArray<string>,
  leagues: ReadonlyArray<League>,
): ReadonlyArray<string> {
  return codes.map((code) => leagues.find((league) => league.code === code)?.name ?? code);
}
