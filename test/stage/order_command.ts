/**
 * Commands that place an order in the order world, and a venue whose book takes a while.
 *
 * @module
 */
import { BigDecimal, Effect, Option } from "effect";
import { OrderVenue } from "../../core/port/order_venue.ts";
import type { LimitOrderRequest, PlaceOrderCommand } from "../../core/use_case/order/mod.ts";
import { PLAIN } from "./order_world.ts";

/** Returns a purchase for 5 USDC, all or nothing, of the account `a` under the key `k`. */
export function orderCommand(
  walletId: string,
  { slug = PLAIN.slug, usdc = "5", ...fields }: Partial<PlaceOrderCommand> & {
    readonly slug?: string;
    readonly usdc?: string;
  } = {},
): PlaceOrderCommand {
  return {
    id: Bun.randomUUIDv7(),
    accountId: "a",
    walletId,
    idempotency: Option.some({ idempotencyKey: "k", requestSha256: "s" }),
    request: {
      kind: "market",
      market: { by: "slug", slug, eventSlug: Option.none() },
      eventSlug: Option.none(),
      outcome: "up",
      side: "BUY",
      amount: BigDecimal.fromStringUnsafe(usdc),
      orderType: "FOK",
      limitPrice: Option.none(),
      isSettledOnly: false,
    },
    arrivedMs: 0,
    ...fields,
  };
}

/** Returns a command for a limit order: to buy 20 shares at 0.38, which rest. */
export function limitCommand(
  walletId: string,
  { terms = {}, ...fields }: Partial<PlaceOrderCommand> & {
    readonly terms?: Partial<LimitOrderRequest>;
  } = {},
): PlaceOrderCommand & { readonly request: LimitOrderRequest } {
  return {
    ...orderCommand(walletId, fields),
    request: {
      kind: "limit",
      market: { by: "slug", slug: PLAIN.slug, eventSlug: Option.none() },
      eventSlug: Option.none(),
      outcome: "up",
      side: "BUY",
      orderType: "GTC",
      priceE6: 380_000n,
      sizeE6: 20_000_000n,
      expiresSec: Option.none(),
      lifeSec: Option.none(),
      isPostOnly: false,
      isSettledOnly: false,
      ...terms,
    },
  };
}

/** Returns the venue with a book that is waited for. */
export function withSlowBook(venue: OrderVenue["Service"]): OrderVenue["Service"] {
  return OrderVenue.of({
    ...venue,
    book: (tokenId) => Effect.andThen(Effect.sleep(1), venue.book(tokenId)),
  });
}
