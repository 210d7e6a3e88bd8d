/** Wallet approvals for tests, and the approval calls of an in-memory venue. @module */
import { Layer } from "effect";
import { RIGHTS, type WalletRights } from "../../core/order/mod.ts";
import { VenueAccount } from "../../core/port/venue_account.ts";

/** Every approval is granted. */
export const ALL_RIGHTS: WalletRights = new Map(RIGHTS.map((right) => [right, true]));

/** Names calls by the approval they grant, such as `give(shares:exchange)`; knows nothing else. */
export const layerApprovalCalls = Layer.mock(VenueAccount, {
  approvalCall: (right) => `give(${right})`,
});
