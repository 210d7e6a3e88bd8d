/** Names of tests that need something which may not be here. @module */

/** The name, with the reason why the test is skipped, if it is. */
export function withReason(name: string, skip: string | undefined): string {
  return skip === undefined ? name : `${name} (${skip})`;
}
