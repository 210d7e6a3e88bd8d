/**
 * Whom the console's own routes answer: pages of this service alone. They have a bucket of their
 * own, so that the page does not spend the public quota.
 *
 * @module
 */

/** Returns what every one of these routes declares. */
export function ofPage() {
  return {
    access: "public",
    bucket: "console",
    isSameOrigin: true,
    refusesOtherOrigins: true,
    isHidden: true,
    needsNoProvider: true,
  } as const;
}
