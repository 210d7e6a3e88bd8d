/**
 * Our account with the oracle, which its adapters share: one pace, and one memory of feed ids.
 *
 * @module
 */
import { Effect } from "effect";
import type { Credentials } from "./auth.ts";
import { type ChainlinkClient, type ChainlinkOptions, makeChainlinkClient } from "./client.ts";
import { type FeedIds, makeFeedIds } from "./feed_ids.ts";
import type { FeedTable } from "./feed_table.ts";

/** What the adapters of the oracle work with. */
export interface ChainlinkAccount {
  readonly client: ChainlinkClient;
  readonly feedIds: FeedIds;
  readonly credentials: Credentials;
}

/** Makes the account. Make one a process: the provider counts the calls of an account together. */
export const makeChainlinkAccount = Effect.fnUntraced(function* (
  options: ChainlinkOptions & { readonly feeds: FeedTable },
) {
  const client = yield* makeChainlinkClient(options);
  const { credentials } = options;
  return { client, feedIds: makeFeedIds(options, client), credentials } satisfies ChainlinkAccount;
});
