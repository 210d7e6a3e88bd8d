/**
 * What a platform's names for one side say.
 *
 * @module
 */
import { type LabelSquad } from "../names/squad_label.ts";
import { type Team } from "../team.ts";

/** Which team it is, as far as its names tell. */
export type SideFound =
  | { readonly kind: "one"; readonly team: Team }
  /**
   * A name that several have, or names that contradict each other. One team stands for itself and
   * others that were not met.
   */
  | { readonly kind: "several"; readonly teams: ReadonlyArray<Team> }
  /** No team of the league is called so. Another club may be. */
  | { readonly kind: "unknown"; readonly isAnotherClub: boolean }
  /** A side that does not play in this league, whatever its club: women, youth, reserves, men. */
  | { readonly kind: "another_squad"; readonly squad: LabelSquad; readonly label: string };

/** The teams that it may be, as far as they are known. */
export function teamsOf(side: SideFound): ReadonlyArray<Team> {
  if (side.kind === "one") return [side.team];
  return side.kind === "several" ? side.teams : [];
}
