/**
 * Parses which squad of a club a label names: the first team, women, youth or reserves.
 *
 * @module
 */
import { type Sport } from "../sport.ts";

/** The squad that a label names. `first`: it names none, as labels of first teams do. */
export type LabelSquad = "first" | "men" | "women" | "youth" | "reserve";

/** A parsed label. */
export interface SquadLabel {
  readonly squad: LabelSquad;
  /** The label without its squad marker. */
  readonly rest: string;
}

interface Marker {
  readonly squad: LabelSquad;
  readonly pattern: RegExp;
  /** The only sport in which this short marker is reliable; elsewhere it may be part of a name. */
  readonly sport?: Sport;
}

/** Matches a marker as separate words: no letter or digit touches it. */
function words(pattern: string): RegExp {
  return new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${pattern})(?![\p{L}\p{N}])`, "giu");
}

/** Youth and reserves first: a women's youth squad is not the women's first team. */
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

/** Splits a label into its squad and the rest. */
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
