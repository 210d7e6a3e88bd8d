/**
 * Alternative names of national teams.
 *
 * @module
 */
import { type NameEntry } from "./name_table.ts";
import { type NamedClub, namedClubs } from "./named_club.ts";

const CLUBS: ReadonlyArray<NamedClub> = [
  { names: ["United States", "USA", "US", "United States of America", "USMNT"] },
  { names: ["South Korea", "Korea Republic", "Republic of Korea", "Korea"] },
  { names: ["North Korea", "Korea DPR", "DPR Korea"] },
  { names: ["Ivory Coast", "Côte d'Ivoire"] },
  { names: ["Cape Verde", "Cabo Verde", "Cape Verde Islands"] },
  { names: ["Czechia", "Czech Republic"] },
  { names: ["Türkiye", "Turkey"] },
  { names: ["Bosnia-Herzegovina", "Bosnia and Herzegovina", "Bosnia & Herz."] },
  { names: ["Iran", "IR Iran", "Islamic Republic of Iran"] },
  { names: ["Netherlands", "Holland", "The Netherlands"] },
  { names: ["China", "China PR"] },
  {
    names: [
      "DR Congo",
      "Congo DR",
      "Democratic Republic of the Congo",
      "Congo Democratic Republic",
    ],
  },
  { names: ["Curaçao", "Curacao"] },
  { names: ["Ireland", "Republic of Ireland"] },
  { names: ["North Macedonia", "Macedonia"] },
  { names: ["UAE", "United Arab Emirates"] },
  { names: ["Saudi Arabia", "KSA"] },
  { names: ["Trinidad and Tobago", "Trinidad"] },
  { names: ["Eswatini", "Swaziland"] },
  { names: ["Kyrgyzstan", "Kyrgyz Republic"] },
  { names: ["Hong Kong", "Hong Kong, China"] },
  { names: ["Chinese Taipei", "Taiwan"] },
  { names: ["Gambia", "The Gambia"] },
  { names: ["St. Kitts and Nevis", "Saint Kitts and Nevis"] },
];

/** National teams with more than one name. */
export const NATION_NAMES: ReadonlyArray<NameEntry> = namedClubs({ leagues: ["worldcup"] }, CLUBS);
