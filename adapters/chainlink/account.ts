/**
 * The service's account with the oracle, shared by its adapters: one pace and one cache of feed
 * ids.
 *
 * @module
 */
import { Effect } from "effect";
import type { Credentials } from "./auth.ts";
import { type ChainlinkClient, type ChainlinkOptions, makeChainlinkClient } from "./client.ts";
import { type FeedIds, makeFeedIds } from "./feed_ids.ts";
import type { FeedTable } from "./feed_table.ts";

/** The shared parts of the oracle's adapters. */
export interface ChainlinkAccount {
  readonly client: ChainlinkClient;
  readonly feedIds: FeedIds;
  readonly credentials: Credentials;
}

/** Creates the account. Create one per process: the provider counts calls per account. */
export const makeChainlinkAccount = Effect.fnUntraced(function* (
  options: ChainlinkOptions & { readonly feeds: FeedTable },
) {
  const client = yield* makeChainlinkClient(options);
  const { credentials } = options;
  return { client, feedIds: makeFeedIds(options, client), credentials } satisfies ChainlinkAccount;
});
