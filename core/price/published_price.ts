/**
 * A price that the primary venue publishes for a window, and the target made from it.
 *
 * @module
 */
import { formatE18 } from "./e18.ts";
import { type Target } from "./target.ts";

/** Where the venue publishes a price: its site while a window runs, its metadata after the end. */
export type PublishedSource = "venue_site" | "venue_metadata";

/** A published price: the double that the venue sent, to its last digit. */
export interface PublishedPrice {
  readonly source: PublishedSource;
  readonly priceE18: bigint;
  /** The price at the window's end, where the venue has published it. */
  readonly finalPriceE18?: bigint | undefined;
  readonly receivedAtMs: number;
}

/** Returns the target of the window it was published for. A price of the site is provisional. */
export function publishedTarget(published: PublishedPrice): Target {
  const { source, priceE18, finalPriceE18, receivedAtMs } = published;
  return {
    priceE18,
    source,
    evidence: {
      kind: "published",
      by: source,
      price: formatE18(priceE18),
      ...(finalPriceE18 === undefined ? {} : { finalPrice: formatE18(finalPriceE18) }),
      receivedAt: new Date(receivedAtMs).toISOString(),
      provisional: source === "venue_site",
    },
  };
}
