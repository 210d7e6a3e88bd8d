/**
 * The venue's relayer, which executes signed calls of wallets that are contracts, and pays for
 * their gas. One method per endpoint.
 *
 * @module
 */
import { Clock, Effect, Option, Schema } from "effect";
import type { ProviderFailed } from "../../../core/port/provider_failure.ts";
import {
  type HttpAnswer,
  limitedFor,
  makeHttpGet,
  makeHttpPost,
  makePacer,
  makeProviderClient,
  wanting,
  withinMachineTime,
} from "../../outbound/mod.ts";
import { type RelayerAccess, relayerHeaders, secretsOf } from "./access.ts";
import { failureOf, unreadable, VENUE_RELAYER } from "./http_failure.ts";
import { ParamsPayload, TransactionPayload } from "./payload.ts";

const CALL_TIMEOUT_MS = 5_000;
const RETRIES = { max: 2, firstMs: 150 };
/** The time limit including retries, from the first call on. */
const ANSWER_TIMEOUT_MS = 12_000;
/** The relayer publishes no limit for questions; its own client asks twice a second. */
const LIMITS = { pace: { calls: 10, perMs: 1_000 }, pause: { secMax: 60, isAwaited: false } };
/** What the relayer takes from one account. */
const SUBMIT_PACE = { calls: 25, perMs: 60_000, name: "venue relayer submit" };
/** What would have to wait longer for its slot is not sent now. In machine time. */
const SLOT_MS_MAX = 2_000;
/** How long the relayer may take to answer what is submitted. */
const SUBMIT_TIMEOUT_MS = 15_000;

/** The relayer's URL, without a trailing slash, and our credentials for it. */
export interface RelayerOptions {
  readonly relayerUrl: string;
  readonly access: RelayerAccess;
}

/** The kinds of wallets, as the relayer names them. */
export type RelayedType = "WALLET" | "SAFE" | "PROXY";

/** Asks and submits. */
export interface RelayerClient {
  readonly access: RelayerAccess;
  /** Returns what the next calls of a signer's wallet are signed with. */
  readonly params: (wallet: {
    readonly address: string;
    readonly type: RelayedType;
  }) => Effect.Effect<ParamsPayload, ProviderFailed>;
  /** Submits a body once, byte for byte. Fails only without a complete answer. */
  readonly submit: (body: string) => Effect.Effect<HttpAnswer, ProviderFailed>;
  /** Returns none for an id that the relayer does not know. */
  readonly transaction: (
    id: string,
  ) => Effect.Effect<Option.Option<TransactionPayload>, ProviderFailed>;
}

/** Creates the client. Create one per process: it keeps the pace. */
export const makeRelayerClient = Effect.fnUntraced(
  function* ({ relayerUrl, access }: RelayerOptions) {
    const secrets = secretsOf(access);
    const httpGet = yield* makeHttpGet({ provider: VENUE_RELAYER, timeoutMs: CALL_TIMEOUT_MS });
    const httpPost = yield* makeHttpPost({
      provider: VENUE_RELAYER,
      timeoutMs: SUBMIT_TIMEOUT_MS,
    });
    const submitPacer = makePacer(SUBMIT_PACE);

    const get = makeProviderClient<RelayerCall, HttpAnswer>({
      provider: VENUE_RELAYER,
      span: "relayer.get",
      hosts: relayerUrl,
      limits: LIMITS,
      failureOf: (answer) => failureOf(answer, secrets),
      retries: RETRIES,
      answerTimeoutMs: ANSWER_TIMEOUT_MS,
      send: (origin, { path, signedPath }) =>
        Effect.flatMap(nowSec, (timestampSec) =>
          httpGet(
            origin + path,
            relayerHeaders(access, { method: "GET", path: signedPath, timestampSec }),
          )),
    });

    const read = <T>(call: RelayerCall, { schema, wanted }: Wanted<T>) =>
      get(call).pipe(
        Effect.flatMap(({ status, text }) =>
          status === 404
            ? Effect.succeed(Option.none<T>())
            : Effect.asSome(decodeQuietly(text, schema))
        ),
        Effect.mapError((failure) => wanting(failure, wanted)),
      );

    return {
      access,
      params: ({ address, type }) => {
        const signedPath = "/v1/account/transactions/params";
        const wanted = "the wallet's nonce";
        const path = `${signedPath}?${new URLSearchParams({ address, type })}`;
        return Effect.flatMap(
          read({ path, signedPath }, { schema: ParamsPayload, wanted }),
          Option.match({
            onNone: () => Effect.fail(wanting(unreadable("status 404"), wanted)),
            onSome: Effect.succeed,
          }),
        );
      },
      submit: Effect.fnUntraced(function* (body) {
        yield* inTime(submitPacer.take());
        const path = "/submit";
        const timestampSec = yield* nowSec;
        const signed = relayerHeaders(access, { method: "POST", path, body, timestampSec });
        return yield* httpPost(relayerUrl + path, {
          headers: { ...signed, "Content-Type": "application/json" },
          body,
        });
      }),
      transaction: (id) => {
        const path = `/v1/account/transactions/${encodeURIComponent(id)}`;
        const wanted = `what has become of the relayer's transaction ${id}`;
        return read({ path, signedPath: path }, { schema: TransactionPayload, wanted });
      },
    } satisfies RelayerClient;
  },
);

interface RelayerCall {
  readonly path: string;
  /** Without its query. */
  readonly signedPath: string;
}

interface Wanted<T> {
  readonly schema: Schema.Decoder<T>;
  readonly wanted: string;
}

const nowSec = Effect.map(Clock.currentTimeMillis, (ms) => Math.floor(ms / 1000));

/** Waits for a slot, a moment only: nothing was sent where it fails. */
function inTime(slot: Effect.Effect<void>): Effect.Effect<void, ProviderFailed> {
  const why = `${SUBMIT_PACE.calls} submissions a minute are made`;
  return withinMachineTime(Effect.interruptible(slot), {
    timeoutMs: SLOT_MS_MAX,
    onTimeout: () => limitedFor({ provider: VENUE_RELAYER, waitMs: SLOT_MS_MAX, why }),
  });
}

/** A failure does not quote the answer: it may repeat secrets. */
function decodeQuietly<T>(
  text: string,
  schema: Schema.Decoder<T>,
): Effect.Effect<T, ProviderFailed> {
  const decoded = Schema.decodeUnknownOption(Schema.fromJsonString(schema))(text);
  return Effect.mapError(
    Effect.fromOption(decoded),
    () => unreadable(`its ${text.length} characters do not decode as the expected answer`),
  );
}
