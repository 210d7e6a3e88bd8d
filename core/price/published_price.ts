/**
 * A price that the primary venue publishes of a window, and the target it gives the window.
 *
 * @module
 */
import { formatE18 } from "./e18.ts";
import { type Target } from "./target.ts";

/** Where the venue publishes it: its site while a window runs, its metadata after the end. */
export type PublishedSource = "venue_site" | "venue_metadata";

/** A published price: the double that the venue wrote, to its last digit. */
export interface PublishedPrice {
  readonly source: PublishedSource;
  readonly priceE18: bigint;
  /** The price at the window's end, where the venue has published that as well. */
  readonly finalPriceE18?: bigint | undefined;
  readonly receivedAtMs: number;
}

/** The target of the window it was published for. What the site says is provisional. */
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
