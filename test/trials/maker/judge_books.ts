/** Holds what makers know of their orders and fills against the venue's ledger. @module */
import { parseE6 } from "../../../app/simulator/polymarket/clob/micro_units.ts";
import type { ledgerItem } from "../../../app/simulator/polymarket/clob/ledger_item.ts";

/** An order as the venue has it. */
export type VenueOrder = ReturnType<typeof ledgerItem>;

type Amount = string | number;
type Shares = { readonly shares: Amount } | null;

/** What is read of an order in a maker's book. */
export interface BookOrder {
  readonly order_id: string;
  readonly state: string;
  readonly why: string | null;
  readonly filled: Shares;
  readonly settled: Shares;
}

/** What is read of a fill in a maker's book. */
export interface BookFill {
  readonly id: string;
  readonly order_id: string;
  readonly price: Amount;
  readonly shares: Amount;
  readonly state: string;
}

/** What a maker knows in the end. */
export interface Book {
  /** The hashes of the orders that it was told of when it placed them. */
  readonly placed: ReadonlyArray<string>;
  readonly orders: ReadonlyArray<BookOrder>;
  readonly fills: ReadonlyArray<BookFill>;
}

/** What is wrong, if anything is: a line each. */
export interface Differences {
  /** At the venue, and unknown to the makers; or the other way round. */
  readonly lost: ReadonlyArray<string>;
  /** Two orders where one was asked for, or a fill that is told twice. */
  readonly doubled: ReadonlyArray<string>;
  /** Known, and not as the venue has it; or at rest though nobody wants it. */
  readonly wrong: ReadonlyArray<string>;
}

/** What {@linkcode judgeBooks} finds where the books agree. */
export const NO_DIFFERENCES: Differences = { lost: [], doubled: [], wrong: [] };

/** Compares the books of all who trade with a wallet with what the venue has of it. */
export function judgeBooks(
  books: ReadonlyArray<Book>,
  ledger: ReadonlyArray<VenueOrder>,
): Differences {
  const placed = books.flatMap((book) => book.placed);
  const orders = books.flatMap((book) => book.orders);
  const fills = books.flatMap((book) => book.fills);
  const known = new Map(orders.map((order) => [order.order_id, order]));
  const atVenue = new Set(ledger.map(({ id }) => id));
  const told = fills.map((fill) => lineOf(fill.order_id, { ...fill, size: fill.shares }));
  const traded = ledger.flatMap((order) => order.fills.map((fill) => lineOf(order.id, fill)));
  return {
    lost: [
      ...placed.filter((id) => !atVenue.has(id)).map((id) => `${id} is not at the venue`),
      ...placed.filter((id) => !known.has(id)).map((id) => `${id} is not in the history`),
      ...without(traded, told).map((fill) => `nobody knows of the fill ${fill}`),
    ],
    doubled: [
      ...without([...atVenue], placed).map((id) => `nobody placed the order ${id}`),
      ...repeated(placed).map((id) => `${id} is the answer to two requests`),
      ...repeated(orders.map(({ order_id }) => order_id)).map((id) => `${id} is listed twice`),
      ...repeated(fills.map(({ id }) => id)).map((id) => `the fill ${id} is listed twice`),
    ],
    wrong: [
      ...without(told, traded).map((fill) => `the venue knows of no fill ${fill}`),
      ...ledger.flatMap((order) => {
        const [is, should] = [standOf(known.get(order.id)), venueStandOf(order)];
        return is === undefined || is === should ? [] : [`${order.id}: ${is}, and is ${should}`];
      }),
    ],
  };
}

/** How an order ended, as its maker knows it; undefined if none does. */
function standOf(order: BookOrder | undefined): string | undefined {
  if (order === undefined) return undefined;
  const sharesOf = (shares: Shares) => shares === null ? "unknown" : String(e6(shares.shares));
  return [order.state, sharesOf(order.filled), sharesOf(order.settled)].join(" ");
}

/** The same by the ledger: what failed is not filled, and what is confirmed is settled. */
function venueStandOf({ status, fills }: VenueOrder): string {
  const sumOf = (isMeant: (status: string) => boolean) =>
    fills.reduce((sum, fill) => isMeant(fill.status) ? sum + e6(fill.size) : sum, 0n);
  const state = /^(canceled|invalid)/.test(status) ? "canceled" : status;
  const filled = sumOf((each) => each !== "FAILED");
  return [state, filled, sumOf((each) => each === "CONFIRMED")].join(" ");
}

function lineOf(
  orderId: string,
  fill:
    & { readonly price: Amount; readonly size: Amount }
    & Readonly<
      Record<"state", string> | Record<"status", string>
    >,
): string {
  const state = "state" in fill ? fill.state : fill.status.toLowerCase();
  return [orderId, e6(fill.size), "at", e6(fill.price), state].join(" ");
}

function repeated(list: ReadonlyArray<string>) {
  return without(list, [...new Set(list)]);
}

/** What is in a list more often than in another. */
function without(list: ReadonlyArray<string>, other: ReadonlyArray<string>) {
  const left = new Map<string, number>();
  for (const each of other) left.set(each, (left.get(each) ?? 0) + 1);
  return list.filter((each) => {
    const count = left.get(each) ?? 0;
    left.set(each, count - 1);
    return count <= 0;
  });
}

function e6(amount: Amount): bigint {
  const valueE6 = parseE6(String(amount));
  if (valueE6 === undefined) throw new Error(`no amount: ${amount}`);
  return valueE6;
}
