/**
 * The road of wallets that are contracts (types 1 to 3): calls that their key signs, brought to the
 * chain by the venue's relayer.
 *
 * @module
 */
import { Clock, Effect, Option, Result } from "effect";
import type { RoadReport } from "../../../core/chain/mod.ts";
import type { SignatureType } from "../../../core/order/mod.ts";
import { CallsRefused } from "../../../core/port/chain_road.ts";
import type { ProviderFailed } from "../../../core/port/provider_failure.ts";
import { contractCalls } from "../chain/contract_call.ts";
import type { OpenRoad } from "../chain/open_road.ts";
import type { Hex } from "../clob/contracts.ts";
import { cleanMessage } from "../clob/http_failure.ts";
import { accessHint, secretsOf } from "./access.ts";
import type { RelayedType, RelayerClient } from "./client.ts";
import type { TransactionPayload } from "./payload.ts";
import { BODY_OF } from "./relayed_body.ts";
import { answerOf, answerOfFailure } from "./submit_answer.ts";

/** More would rarely end at the same time, and one that fails takes the others with it. */
const CLAIMS_MAX = 10;
/** How long a deposit wallet's signature is good, as with the venue's own client. */
const LIFE_SEC = 600;

/** The name of each type of wallet; type 0 is no contract, and has a road of its own. */
const TYPES: Readonly<Record<SignatureType, RelayedType | undefined>> = {
  0: undefined,
  1: "PROXY",
  2: "SAFE",
  3: "WALLET",
};

/** Makes the road. */
export function makeRelayerRoad(client: RelayerClient): OpenRoad {
  const { access } = client;

  const askParams = (address: string, signatureType: SignatureType) =>
    Option.match(Option.fromUndefinedOr(TYPES[signatureType]), {
      onNone: () => Effect.die(new Error("The relayer serves no wallet of type 0")),
      onSome: (type) =>
        Effect.map(client.params({ address, type }), (params) => ({ ...params, type })),
    });

  return {
    claimsMax: CLAIMS_MAX,
    sign: Effect.fnUntraced(function* ({ wallet, calls: wanted, signingKey }) {
      const { address, funder, signatureType } = wallet;
      const calls = yield* Effect.mapError(
        Effect.fromResult(Result.map(Result.all(wanted.map(contractCalls)), (all) => all.flat())),
        (why) => new CallsRefused({ why }),
      );
      const { type, nonce: written, address: relay } = yield* Effect.mapError(
        askParams(address, signatureType),
        (failure) => refusalOf(failure, accessHint(access)),
      );
      const nonce = BigInt(written);
      const deadlineSec = Math.floor((yield* Clock.currentTimeMillis) / 1000) + LIFE_SEC;
      const body = BODY_OF[type]({
        calls,
        signer: address as Hex,
        wallet: funder as Hex,
        nonce,
        relay: relay as Hex,
        deadlineSec,
      }, signingKey);
      return {
        road: "relayer",
        nonce,
        deadlineSec: type === "WALLET" ? Option.some(deadlineSec) : Option.none(),
        body,
        tx: Option.none(),
      };
    }),
    send: ({ body }) =>
      Effect.match(client.submit(body), {
        onSuccess: (answer) => answerOf(answer, access),
        onFailure: answerOfFailure,
      }),
    look: Effect.fnUntraced(function* ({ roadId, tx, nonce }, { address, signatureType }) {
      // Read first: what moved it has had its time to be told of.
      const params = yield* Effect.result(askParams(address, signatureType));
      if (Option.isNone(roadId)) {
        const nextNonce = BigInt((yield* Effect.fromResult(params)).nonce);
        return { ...UNKNOWN, tx, nextNonce: Option.some(nextNonce) };
      }
      const nextNonce = Option.map(Result.getSuccess(params), ({ nonce }) => BigInt(nonce));
      const found = yield* client.transaction(roadId.value);
      if (Option.isNone(found)) return { ...UNKNOWN, tx, nextNonce };
      const report = reportOf(found.value, { nonce, nextNonce, secrets: secretsOf(access) });
      if (report.state !== "failed") return report;
      // Once more, and certainly: whether another copy was executed shows after the failure alone.
      const after = yield* askParams(address, signatureType);
      return { ...report, nextNonce: Option.some(BigInt(after.nonce)) };
    }),
  };
}

/** What is said of calls that the relayer does not know. */
const UNKNOWN = { state: "unknown", why: Option.none() } as const;

/** A refusal in the relayer's own words comes again. */
function refusalOf(failure: ProviderFailed, hint: string): CallsRefused | ProviderFailed {
  const { reason, cause } = failure;
  if (reason !== "refused" || !(cause instanceof Error)) return failure;
  const isAccess = /^status (401|403)\b/.test(cause.message);
  const why = `the relayer refuses it: ${cause.message}${isAccess ? `: ${hint}` : ""}`;
  return new CallsRefused({ why });
}

const HASH = /^0x[0-9a-f]{64}$/i;

/** Reads a state. One that is not known is none of those that are over. */
function reportOf(
  { state, transaction_hash, error_msg }: TransactionPayload,
  { nonce, nextNonce, secrets }: Pick<RoadReport, "nextNonce"> & {
    readonly nonce: bigint;
    readonly secrets: ReadonlyArray<string>;
  },
): RoadReport {
  const tx = Option.fromNullishOr(transaction_hash).pipe(
    Option.filter((hash) => HASH.test(hash)),
    Option.map((hash) => hash.toLowerCase()),
  );
  const words = cleanMessage(error_msg ?? "", secrets);
  const why = (otherwise: string) => Option.some(words === "" ? otherwise : words);
  switch (state) {
    case "STATE_CONFIRMED":
      return { state: "confirmed", tx, why: Option.none(), nextNonce };
    case "STATE_FAILED":
    case "STATE_INVALID":
      return { state: "failed", tx, why: why(`the relayer says ${state}`), nextNonce };
    case "STATE_MINED":
      // It has moved the nonce, whatever the relayer counts.
      return {
        state: "waiting",
        tx,
        why: why("it is in a block"),
        nextNonce: Option.some(nonce + 1n),
      };
    default:
      return { state: "waiting", tx, why: why("it is on its way to a block"), nextNonce };
  }
}
