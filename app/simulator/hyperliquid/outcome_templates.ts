/**
 * The templates that permissionless deployers fill in, as `outcomeTemplates` answers them.
 *
 * @module
 */

/** The format of a keyword's value. */
export type KeywordHint = "dateTime" | "date" | "string" | "hlPerp";

/** One template; `{keyword}` marks the position of a deployer's value. */
export interface OutcomeTemplate {
  readonly id: string;
  readonly role: { readonly standaloneOutcome: { readonly sideNames: readonly [string, string] } };
  readonly name: string;
  readonly description: string;
  readonly keywords: ReadonlyArray<readonly [string, KeywordHint]>;
}

const YES_NO = ["Yes", "No"] as const;
const CONTEST = [
  ["competition", "string"],
  ["contestType", "string"],
  ["participantA", "string"],
  ["participantB", "string"],
  ["resolutionDeadline", "dateTime"],
] as const;
const SPORTS_CONTEST = [
  ...CONTEST,
  ["officialSource", "string"],
  ["scheduledStart", "dateTime"],
  ["sport", "string"],
] as const;

/**
 * The templates behind the world's markets. Only the role of a single outcome was observed, so
 * question parts use it too.
 */
export const OUTCOME_TEMPLATES: ReadonlyArray<OutcomeTemplate> = [
  template("binaryPrice", {
    name: "{perp} above {threshold} at {time}",
    description: "The mean of {priceDescription} over {seconds} seconds at {time} is at or above" +
      " {threshold}.",
    keywords: [
      ["perp", "hlPerp"],
      ["priceDescription", "string"],
      ["seconds", "string"],
      ["threshold", "string"],
      ["time", "dateTime"],
    ],
  }),
  template("sportsContestWinner", {
    name: "{participantA} or {participantB}",
    description: "The winner of the {contestType} in {competition}.",
    keywords: [...CONTEST, ["terrain", "string"]],
    sideNames: ["{participantA}", "{participantB}"],
  }),
  template("sportsContestWinner3", {
    name: "{participantA} or {participantB}",
    description: "The winner of the {sport} {contestType} in {competition}, as {officialSource}" +
      " has it.",
    keywords: [...SPORTS_CONTEST, ["shortNameA", "string"], ["shortNameB", "string"]],
    sideNames: ["{shortNameA}", "{shortNameB}"],
  }),
  template("sportsContestResult", {
    name: "{participantA} or {participantB}, or a draw",
    description: "The result of the {sport} {contestType} in {competition}, as {officialSource}" +
      " has it.",
    keywords: SPORTS_CONTEST,
  }),
  template("sportsContestParticipant", {
    name: "{participant}",
    description: "{participant} wins.",
    keywords: [["participant", "string"]],
  }),
  template("sportsContestDraw", { name: "Draw", description: "Nobody wins.", keywords: [] }),
];

function template(
  id: string,
  { sideNames = YES_NO, ...rest }: Omit<OutcomeTemplate, "id" | "role"> & {
    readonly sideNames?: readonly [string, string];
  },
): OutcomeTemplate {
  return { id, role: { standaloneOutcome: { sideNames } }, ...rest };
}
