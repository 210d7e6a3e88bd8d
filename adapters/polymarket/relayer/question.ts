/**
 * The probe's question to the relayer: whether it knows our key.
 *
 * @module
 */
import { Effect } from "effect";
import type { ProviderQuestion } from "../../../core/port/provider_question.ts";
import { makeRelayerClient, type RelayerOptions } from "./client.ts";
import { VENUE_RELAYER } from "./http_failure.ts";

/** Whom a builder's key is asked about: an address of nobody. */
const NOBODY = "0x000000000000000000000000000000000000dEaD";

/** Makes the question. */
export const makeRelayerQuestion = Effect.fnUntraced(function* (options: RelayerOptions) {
  const { access } = options;
  const client = yield* makeRelayerClient(options);
  const address = access.kind === "relayer_key" ? access.address : NOBODY;
  return {
    name: VENUE_RELAYER,
    asks: "the nonce of a deposit wallet",
    ask: Effect.map(
      client.params({ address, type: "WALLET" }),
      ({ nonce }) => `the next calls of the signer ${address} have the nonce ${nonce}`,
    ),
  } satisfies ProviderQuestion;
});
