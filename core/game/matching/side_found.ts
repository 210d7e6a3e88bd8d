/**
 * The result of looking up a platform's side.
 *
 * @module
 */
import { type LabelSquad } from "../names/squad_label.ts";
import { type Team } from "../team.ts";

/** The team that a side's names identify, or the reason why they do not. */
export type SideFound =
  | { readonly kind: "one"; readonly team: Team }
  /**
   * A name that several teams share, or names that contradict each other. A single team here shares
   * its name with others that have no observed game.
   */
  | { readonly kind: "several"; readonly teams: ReadonlyArray<Team> }
  /** No team of the league has this name. Another club may have it. */
  | { readonly kind: "unknown"; readonly isAnotherClub: boolean }
  /** A squad that does not play in this league, whatever its club: women, youth, reserves, men. */
  | { readonly kind: "another_squad"; readonly squad: LabelSquad; readonly label: string };

/** Returns the known teams that a side may be. */
export function teamsOf(side: SideFound): ReadonlyArray<Team> {
  if (side.kind === "one") return [side.team];
  return side.kind === "several" ? side.teams : [];
}
