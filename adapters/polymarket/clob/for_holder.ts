/**
 * Maps what the order book refuses to the failures of the ports.
 *
 * @module
 */
import { Effect } from "effect";
import { type OrderHolder, VenueRefused } from "../../../core/port/order_venue.ts";
import type { ProviderFailed } from "../../../core/port/provider_failure.ts";
import { WalletRefused } from "../../../core/port/venue_account.ts";
import type { EntryLimited } from "../../../core/port/venue_limits.ts";
import { ClobRefusal } from "./http_failure.ts";

/** Maps a refusal of the API key (401) to the wallet, and any other to the request. */
export function forHolder<T, E extends ProviderFailed | EntryLimited>(
  asking: Effect.Effect<T, E | ClobRefusal>,
  { holder, wanted }: { readonly holder: OrderHolder; readonly wanted: string },
): Effect.Effect<T, E | VenueRefused | WalletRefused> {
  return Effect.mapError(asking, (failure) => {
    if (!(failure instanceof ClobRefusal)) return failure;
    const { status, venueMessage } = failure;
    return status === 401
      ? new WalletRefused({ address: holder.address, venueMessage })
      : new VenueRefused({ wanted, venueMessage });
  });
}
