/**
 * The provider's object for a game's status.
 *
 * @module
 */

/** The number, state and text of each status, as observed. */
const STATUS_TYPES = {
  SCHEDULED: ["1", "pre", false, "Scheduled"],
  IN_PROGRESS: ["2", "in", false, "In Progress"],
  FINAL: ["3", "post", true, "Final"],
  CANCELED: ["5", "post", false, "Canceled"],
  // In state "post" but not completed: the state alone does not show that it was never played.
  POSTPONED: ["6", "post", false, "Postponed"],
  END_PERIOD: ["22", "in", false, "End of Period"],
  HALFTIME: ["23", "in", false, "Halftime"],
  FIRST_HALF: ["25", "in", false, "First Half"],
  SECOND_HALF: ["26", "in", false, "Second Half"],
  FULL_TIME: ["28", "post", true, "Full Time"],
  EXTRA_TIME: ["30", "in", false, "Extra Time"],
  HALFTIME_ET: ["31", "in", false, "Halftime Extra Time"],
  SHOOTOUT: ["44", "in", false, "Shootout"],
  FINAL_AET: ["45", "post", true, "Final Score - After Extra Time"],
  FINAL_PEN: ["47", "post", true, "Final Score - After Penalties"],
} as const satisfies Readonly<
  Record<
    string,
    readonly [id: string, state: "pre" | "in" | "post", completed: boolean, description: string]
  >
>;

/** The names of statuses, without their common prefix. */
export type StatusName = keyof typeof STATUS_TYPES;

/** The displayed clock. */
export interface ShownClock {
  /** Seconds. */
  readonly clock: number;
  readonly display: string;
  readonly period: number;
}

/** The displayed text. */
export interface StatusObject {
  readonly clock: number;
  readonly displayClock: string;
  readonly period: number;
  readonly type: {
    readonly id: string;
    readonly name: string;
    readonly state: string;
    readonly completed: boolean;
    readonly description: string;
    readonly detail: string;
    readonly shortDetail: string;
  };
}

/** Returns the object; the short text defaults to the long one. */
export function statusObject(
  name: StatusName,
  { clock, display, period }: ShownClock,
  { detail, shortDetail = detail }: { readonly detail: string; readonly shortDetail?: string },
): StatusObject {
  const [id, state, completed, description] = STATUS_TYPES[name];
  return {
    clock,
    displayClock: display,
    period,
    type: {
      id,
      name: `STATUS_${name}`,
      state,
      completed,
      description,
      detail,
      shortDetail,
    },
  };
}
