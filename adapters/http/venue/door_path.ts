/** Where the door stands. @module */

/** The path that stands for the venue's host. */
export const DOOR = "/venue";
