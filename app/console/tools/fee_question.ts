/**
 * The trade whose fee a reader asks for, and the bodies that ask the service.
 *
 * @module
 */

/** A trade, as the reader enters it. */
export interface FeeQuestion {
  /** The event's slug, or its id. */
  readonly event: string;
  readonly side: "BUY" | "SELL";
  /** Decimal texts. */
  readonly shares: string;
  /** USDC for one share. */
  readonly price: string;
}

/** The body of both estimates. */
export interface EstimateBody {
  readonly eventSlug?: string;
  readonly eventId?: string;
  readonly side: "BUY" | "SELL";
  readonly makingAmount: number;
  readonly takingAmount: number;
}

/** A browser's numbers keep so many digits for certain. */
const DIGITS_MAX = 15;

/** Returns the body that asks for a trade, or in words what is wrong with what was entered. */
export function estimateBody(question: FeeQuestion): EstimateBody | string {
  const { event, side } = question;
  if (event.trim() === "") return "Enter the slug or the id of an event";
  const shares = parseDecimal(question.shares);
  if (shares === undefined || shares.units === 0n) {
    return `Enter a number of shares above 0, such as 100, in place of "${question.shares}"`;
  }
  const price = parseDecimal(question.price);
  if (price === undefined || price.units === 0n || price.units >= 10n ** BigInt(price.places)) {
    return `Enter a price between 0 and 1, such as 0.5, in place of "${question.price}"`;
  }
  const usdc = { units: shares.units * price.units, places: shares.places + price.places };
  const [sharesSent, usdcSent] = [exactNumber(shares), exactNumber(usdc)];
  if (sharesSent === undefined || usdcSent === undefined) {
    return `Enter fewer digits: shares, and shares times price, have ${DIGITS_MAX} at most here`;
  }
  const isBuy = side === "BUY";
  return {
    ...eventField(event.trim()),
    side,
    makingAmount: isBuy ? usdcSent : sharesSent,
    takingAmount: isBuy ? sharesSent : usdcSent,
  };
}

/** How the service is asked for an event: an id has digits only. */
function eventField(
  event: string,
): { readonly eventSlug: string } | { readonly eventId: string } {
  return /^\d+$/.test(event) ? { eventId: event } : { eventSlug: event };
}

/** A decimal number: `units` divided by 10 to the power of `places`. */
interface Decimal {
  readonly units: bigint;
  readonly places: number;
}

function parseDecimal(text: string): Decimal | undefined {
  const [, whole = "", part = ""] = /^(\d*)(?:\.(\d*))?$/.exec(text.trim()) ?? [];
  if (whole + part === "" || whole.length + part.length > 100) return undefined;
  return { units: BigInt(whole + part), places: part.length };
}

/** The number, if none of its digits is lost. */
function exactNumber({ units, places }: Decimal): number | undefined {
  const significant = units.toString().replace(/0+$/, "");
  return significant.length > DIGITS_MAX ? undefined : Number(`${units}e-${places}`);
}
