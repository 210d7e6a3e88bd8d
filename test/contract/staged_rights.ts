/**
 * Rights of wallets as tests give them, and what a venue in memory says of how they are given.
 *
 * @module
 */
import { Layer } from "effect";
import { RIGHTS, type WalletRights } from "../../core/order/mod.ts";
import { VenueAccount } from "../../core/port/mod.ts";

/** Every right is given. */
export const ALL_RIGHTS: WalletRights = new Map(RIGHTS.map((right) => [right, true]));

/** Names calls by the right they give, such as `give(shares:exchange)`; knows nothing else. */
export const layerApprovalCalls = Layer.mock(VenueAccount, {
  approvalCall: (right) => `give(${right})`,
});
