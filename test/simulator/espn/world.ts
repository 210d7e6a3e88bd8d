/**
 * A listening simulated schedule, and its scoreboards.
 *
 * @module
 */
import { makeEspnSimulator } from "../../../app/simulator/espn/espn_simulator.ts";
import type { SeasonGame } from "../../../app/simulator/season/season.ts";
import { listen } from "../../../app/simulator/kit/simulator.ts";
import { makeListedSeason } from "./season.ts";
import { control, get, makeStillClock, ms } from "../kit/support.ts";

/** JSON as it is served. */
export type Wire = Readonly<Record<string, unknown>>;

/** A side as it is served. */
export interface WireSide extends Wire {
  readonly id: string;
  readonly homeAway: string;
  readonly score: string;
  readonly team: Readonly<Record<string, string>>;
}

/** A status as it is served. */
export interface WireStatus extends Wire {
  readonly type: Wire;
}

/** A game as it is served. */
export interface WireEvent extends Wire {
  readonly id: string;
  readonly competitions: ReadonlyArray<
    Wire & { readonly competitors: ReadonlyArray<WireSide>; readonly status: WireStatus }
  >;
}

/** Starts it with these games. The caller stops it. */
export function startSchedule(games: ReadonlyArray<SeasonGame>, nowIso: string) {
  const clock = makeStillClock(ms(nowIso));
  const provider = makeEspnSimulator({ season: makeListedSeason(games), clock });
  const running = listen(provider, { seed: 1, clock });
  const ask = <T = Wire>(target: string) => get<T>(`${running.url}/apis/site/v2/sports/${target}`);
  /** Returns the games of a scoreboard, without the empty entries. */
  const events = async (target: string): Promise<ReadonlyArray<WireEvent>> => {
    const { body } = await ask<{ readonly events: ReadonlyArray<WireEvent> }>(target);
    return body.events.filter(({ id }) => id !== undefined);
  };
  return {
    url: running.url,
    stop: () => running.stop(),
    clock,
    ask,
    events,
    ids: async (target: string) => (await events(target)).map(({ id }) => id),
    put: (body: unknown) => control(`${running.url}/__scoreboard`, "PUT", body),
  };
}
