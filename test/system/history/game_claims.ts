/** The claims about games: listings, pages and events are what one leader wrote. @module */
import { Equal } from "effect";
import type { GameEvent } from "../../../core/stream/mod.ts";
import type { GamesPage, GamesWalk } from "./game_walk.ts";
import type { ServiceHistory } from "./service_history.ts";

/** Replicas read what was written at least once a minute, and publish it a little later. */
const SHOWN_AFTER_MS = 90_000;

/** Returns a description of every claim that does not hold. */
export function brokenGameClaims(history: ServiceHistory): ReadonlyArray<string> {
  const { reader: { walks, refusals }, clients } = history;
  const pages = walks.flatMap(({ pages }) => pages);
  const due = dueRevision(history);
  return [
    ...refusals.map((refusal) => `6 games: ${refusal}`),
    ...pages.flatMap((page) => mixedPage(history, page)),
    ...wrongTags(pages),
    ...walks.flatMap((walk) => wrongWalk(history, walk)),
    ...history.lastStates.flatMap(({ from, gamesRevision }) =>
      gamesRevision >= due ? [] : [`6 games: ${from} shows write ${gamesRevision}, not ${due}`]
    ),
    ...clients.flatMap(({ received }, at) => {
      const events = received.flatMap(({ event }) => event.kind === "game" ? [event] : []);
      return lostGames(history, events).map((why) => `6 games: client ${at} ${why}`);
    }),
  ];
}

/** The last write that every replica shows by now, announced or not. */
function dueRevision({ ground: { wroteMs, time } }: ServiceHistory): number {
  return Math.max(
    0,
    ...[...wroteMs].filter(([, atMs]) => atMs < time.nowMs - SHOWN_AFTER_MS).map(([one]) => one),
  );
}

/** A page shows games as one write left them. */
function mixedPage({ ground: { writes } }: ServiceHistory, page: GamesPage): ReadonlyArray<string> {
  const written = writes.get(page.revision);
  if (written === undefined) return [`6 games: ${page.from} shows write ${page.revision}`];
  const { data } = JSON.parse(page.text) as {
    readonly data: ReadonlyArray<{
      readonly id: string;
      readonly status: string;
      readonly time: { readonly kickoff_at: string };
      readonly score: { readonly home: number } | null;
    }>;
  };
  return data.flatMap(({ id, status, time, score }) => {
    const game = written.get(id)?.record.game;
    const isSame = game !== undefined && game.status === status &&
      game.kickoffSec * 1000 === Date.parse(time.kickoff_at) &&
      // A game that has not begun is shown without one.
      (score === null || game.score?.home === score.home);
    return isSame ? [] : [`6 games: ${page.from} mixes ${id} into write ${page.revision}`];
  });
}

/** Equal tags mean equal bodies, and the other way round. */
function wrongTags(pages: ReadonlyArray<GamesPage>): ReadonlyArray<string> {
  const [byText, byTag] = [new Map<string, string>(), new Map<string, string>()];
  return pages.flatMap(({ text, tag, from }) => {
    const isSame = (byText.get(text) ?? tag) === tag && (byTag.get(tag) ?? text) === text;
    byText.set(text, tag);
    byTag.set(tag, text);
    return isSame && tag !== "" ? [] : [`6 games: ${from} has the tag ${tag} for another body`];
  });
}

/** A finished walk has every game once that stayed in its place meanwhile, and no game twice. */
function wrongWalk(
  { ground: { writes } }: ServiceHistory,
  { pages, cursor }: GamesWalk,
): ReadonlyArray<string> {
  const ids = pages.flatMap(({ ids }) => ids);
  const shown = pages.map(({ revision }) => writes.get(revision));
  const isSteady = (id: string) => {
    const kickoffs = shown.map((games) => games?.get(id)?.record.game.kickoffSec);
    return kickoffs.every((kickoff) => kickoff !== undefined && kickoff === kickoffs[0]);
  };
  const steady = [...shown[0]?.keys() ?? []].filter(isSteady);
  return steady.flatMap((id) => {
    const count = ids.filter((one) => one === id).length;
    return count === 1 || (count === 0 && cursor !== null)
      ? []
      : [`6 games: a walk visits ${id} ${count} times`];
  });
}

/** What a client was sent of a game last is how the game is, unless it never followed it. */
function lostGames(
  history: ServiceHistory,
  events: ReadonlyArray<GameEvent>,
): ReadonlyArray<string> {
  const [first] = events;
  if (first === undefined) return [];
  const last = new Map(events.map((event) => [event.record.game.id, event]));
  const stored = history.ground.writes.get(dueRevision(history)) ?? new Map();
  return [...stored].flatMap(([id, { record, seq }]) => {
    if (seq <= first.seq) return [];
    const sent = last.get(id);
    const isSent = sent !== undefined &&
      (sent.seq > seq || Equal.equals(sent.record.game, record.game));
    return isSent ? [] : [`was not sent write ${seq} of ${id}`];
  });
}
