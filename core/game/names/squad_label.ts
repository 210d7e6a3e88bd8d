/**
 * Which side of a club a label names: the first team, or the women's, a youth or a reserve side.
 *
 * @module
 */
import { type Sport } from "../sport.ts";

/** What a label says of the side. `first`: it says nothing, which first teams do. */
export type LabelSquad = "first" | "men" | "women" | "youth" | "reserve";

/** A label taken apart. */
export interface SquadLabel {
  readonly squad: LabelSquad;
  /** The label without what named the squad. */
  readonly rest: string;
}

interface Marker {
  readonly squad: LabelSquad;
  readonly pattern: RegExp;
  /** The only sport in which so short a marker is sure; elsewhere it is a part of names. */
  readonly sport?: Sport;
}

/** A marker stands as words of its own: no letter or digit touches it. */
function words(pattern: string): RegExp {
  return new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${pattern})(?![\p{L}\p{N}])`, "giu");
}

/** Youth and reserve sides first: a women's youth side is not the women's first team. */
const MARKERS: ReadonlyArray<Marker> = [
  { squad: "youth", pattern: words(String.raw`\(?(?:U|Under)[- ]?(?:1[5-9]|2[0-3])'?s?\)?`) },
  { squad: "youth", pattern: words("Youth|Juvenil|Primavera|Sub-?(?:1[5-9]|2[0-3])") },
  { squad: "reserve", pattern: words(String.raw`Reserves?|Reservas?|\(?Res\.?\)?|Amateure`) },
  { squad: "reserve", pattern: /(?<=\S\s)(?:II|III|B|2)$/gu, sport: "soccer" },
  { squad: "reserve", pattern: /^Jong(?=\s)/giu, sport: "soccer" },
  {
    squad: "women",
    pattern: words(
      String
        .raw`\(W\)|\(F\)|Women(?:['’]?s)?|Ladies|Femen(?:in[oa]|í)|Feminin[oa]|F[eé]minines?|Fem` +
        "|Femminile|Frauen|Vrouwen|Dames|Damen|Kvinner|WFC",
    ),
  },
  { squad: "women", pattern: /(?<=\S\s)W$/gu, sport: "soccer" },
  { squad: "men", pattern: words(String.raw`\(M\)|Men(?:['’]s)?`) },
];

/** What a label says of the squad, and what is left of it. */
export function parseSquadLabel(label: string, sport: Sport): SquadLabel {
  let squad: LabelSquad = "first";
  let rest = label.normalize("NFC").trim();
  for (const marker of MARKERS) {
    if (marker.sport !== undefined && marker.sport !== sport) continue;
    const without = rest.replace(marker.pattern, " ").replace(/\s+/g, " ").trim();
    if (without === rest || without === "") continue;
    if (squad === "first") squad = marker.squad;
    rest = without;
  }
  return { squad, rest };
}
