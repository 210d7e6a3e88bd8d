/**
 * Names of soccer clubs besides those of openfootball's table.
 *
 * @module
 */
import { type NameEntry } from "./name_table.ts";
import { type NamedClub, namedClubs } from "./named_club.ts";

/** By country. Each begins with the club's first name in openfootball, which merges the two. */
const CLUBS: Readonly<Record<string, ReadonlyArray<NamedClub>>> = {
  eng: [
    { names: ["Nottingham Forest FC", "Nottingham", "Nottm Forest", "Forest"], codes: "NFO" },
    { names: ["West Ham United FC", "Hammers"], codes: "WHU" },
    { names: ["Manchester City FC", "Man City"], codes: "MCI MNC" },
    { names: ["Manchester United FC", "Man Utd", "Man United", "Man U"], codes: "MUN MUFC" },
    { names: ["Sheffield United FC", "Sheff Utd"], codes: "SHU" },
    { names: ["Sheffield Wednesday FC", "Sheff Wed"], codes: "SHW" },
    { names: ["Middlesbrough FC", "Boro"], codes: "MID" },
    { names: ["Tottenham Hotspur FC", "Spurs"], codes: "TOT" },
    { names: ["Wolverhampton Wanderers FC", "Wolves"], codes: "WOL" },
    { names: ["Crystal Palace FC", "Palace"], codes: "CRY" },
    { names: ["Queens Park Rangers FC", "QPR"], codes: "QPR" },
    { names: ["London City Lionesses"] },
  ],
  es: [
    { names: ["FC Barcelona", "Barça"], codes: "BAR FCB" },
    { names: ["Atlético Madrid", "Atleti", "Atlético de Madrid"], codes: "ATM" },
    { names: ["Athletic Club Bilbao", "Athletic Bilbao"], codes: "ATH" },
  ],
  de: [
    { names: ["1. FC Köln", "FC Cologne", "Cologne", "1. FC Cologne"], codes: "KOE" },
    { names: ["Hamburger SV", "Hamburg SV"], codes: "HSV" },
    { names: ["Bor. Mönchengladbach", "Gladbach", "Borussia Gladbach"], codes: "BMG" },
    { names: ["RB Leipzig", "Leipzig", "Red Bull Leipzig"], codes: "RBL" },
    { names: ["Bayern München", "Bayern Munich", "FC Bayern Munich"], codes: "BMU FCB" },
    { names: ["1. FC Union Berlin", "Union Berlin"], codes: "UNI FCUB" },
  ],
  it: [
    { names: ["FC Internazionale Milano", "Inter Milano", "Inter de Milan"], codes: "INT" },
    { names: ["AC Milan", "A.C. Milan"], codes: "ACM MIL" },
    { names: ["AS Roma", "Rome"], codes: "ROM" },
  ],
  fr: [
    { names: ["Paris Saint-Germain", "PSG", "Paris St-Germain", "Paris SG"], codes: "PSG" },
    { names: ["Olympique de Marseille", "OM", "Olympique Marseille"], codes: "OM" },
    { names: ["Olympique Lyonnais", "OL", "Olympique Lyon"], codes: "OL" },
  ],
  mx: [
    { names: ["CD Guadalajara Chivas", "Chivas Guadalajara", "Chivas"], codes: "GDL" },
    { names: ["Mazatlán FC", "Mazatlán"], codes: "MAZ" },
    { names: ["Club América", "América"], codes: "AME" },
  ],
  pt: [
    { names: ["Sporting CP", "Sporting Lisbon", "Sporting Clube de Portugal"] },
    { names: ["SL Benfica", "Benfica Lisbon"] },
  ],
  gr: [
    { names: ["PAOK FC", "PAOK Salonika"] },
  ],
  az: [
    { names: ["Qarabağ FK", "FK Qarabag", "Qarabag FK"] },
  ],
};

/** Clubs that share their usual name with others, in the cups where the name means them. */
const IN_CUPS: ReadonlyArray<NamedClub> = [
  { names: ["Rangers", "Rangers FC", "Glasgow Rangers"] },
];

/** Clubs of the listed leagues and cups. */
export const SOCCER_NAMES: ReadonlyArray<NameEntry> = [
  ...Object.entries(CLUBS).flatMap(([country, clubs]) => namedClubs({ country }, clubs)),
  ...namedClubs({ leagues: ["ucl", "uel"] }, IN_CUPS),
];
