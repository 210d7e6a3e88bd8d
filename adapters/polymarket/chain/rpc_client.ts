/**
 * Asks a node of the chain, by JSON-RPC over HTTP.
 *
 * Its address may have a key in it: no failure, log line or span has more of it than its host.
 *
 * @module
 */
import { Effect, Option, Redacted, Schema } from "effect";
import { ProviderFailed } from "../../../core/port/provider_failure.ts";
import {
  type HttpAnswer,
  makeDecodeAnswer,
  makeHttpPost,
  makeProviderClient,
  wanting,
} from "../../outbound/mod.ts";
import { CHAIN_ID } from "../clob/contracts.ts";
import {
  CHAIN,
  failureOf,
  type RpcError,
  rpcErrorOf,
  unreadable,
  withoutAddress,
} from "./rpc_failure.ts";

const CALL_TIMEOUT_MS = 5_000;
const RETRIES = { max: 2, firstMs: 150 };
/** The time limit including retries, from the first call on. */
const ANSWER_TIMEOUT_MS = 12_000;
/** Nodes that cost nothing allow about as many; a pause of theirs is not waited for. */
const LIMITS = { pace: { calls: 20, perMs: 1_000 }, pause: { secMax: 60, isAwaited: false } };

/** The address of a node. */
export interface RpcOptions {
  readonly rpcUrl: Redacted.Redacted<string>;
}

/** One question. Asking it twice does no harm, unless it says so. */
export interface RpcQuestion<T> {
  readonly method: string;
  readonly params: ReadonlyArray<unknown>;
  /** The form of the result. */
  readonly result: Schema.Decoder<T>;
  /** What is requested, as a failure names it. */
  readonly wanted: string;
  /** Whether it is sent once only, whatever becomes of it. Default: no. */
  readonly isOnce?: boolean;
}

/** Asks questions. */
export interface RpcClient {
  /** Fails with the node's error, or without a usable answer. */
  readonly ask: <T>(question: RpcQuestion<T>) => Effect.Effect<T, RpcError | ProviderFailed>;
}

/** `0x` and hex digits, as numbers are written. */
const Quantity = Schema.String.check(Schema.isPattern(/^0x[0-9a-f]{1,64}$/i));

/**
 * Makes the client. Before its first question it makes sure that the node is one of Polygon. Create
 * one per process: it keeps the pace.
 */
export const makeRpcClient = Effect.fnUntraced(function* ({ rpcUrl }: RpcOptions) {
  const httpPost = yield* makeHttpPost({ provider: CHAIN, timeoutMs: CALL_TIMEOUT_MS });
  const secrets = secretsIn(Redacted.value(rpcUrl));
  const post = makeProviderClient<RpcCall, HttpAnswer>({
    provider: CHAIN,
    span: "chain.ask",
    hosts: "",
    limits: LIMITS,
    failureOf,
    retries: RETRIES,
    answerTimeoutMs: ANSWER_TIMEOUT_MS,
    send: (_, { body }) =>
      Effect.mapError(
        httpPost(Redacted.value(rpcUrl), {
          headers: { "Content-Type": "application/json" },
          body,
        }),
        withoutAddress,
      ),
  });

  const askAnyNode = Effect.fnUntraced(function* <T>(question: RpcQuestion<T>) {
    const { method, params, result, wanted, isOnce = false } = question;
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const answer = yield* post({ path: "", body, isOnce });
    const error = rpcErrorOf(answer, secrets);
    if (Option.isSome(error)) return yield* error.value;
    const decode = makeDecodeAnswer(CHAIN, Schema.Struct({ result }));
    return (yield* Effect.mapError(decode(answer), () => unreadable(`no ${wanted}`))).result;
  });

  let isPolygon = false;
  const checkChain = Effect.gen(function* () {
    if (isPolygon) return;
    const question = { method: "eth_chainId", params: [], result: Quantity, wanted: "its chain" };
    const chainId = BigInt(yield* askAnyNode(question));
    if (chainId !== BigInt(CHAIN_ID)) {
      return yield* new ProviderFailed({
        provider: CHAIN,
        reason: "refused",
        cause: new Error(`POLYGON_RPC_URL is a node of chain ${chainId}, not of ${CHAIN_ID}`),
      });
    }
    isPolygon = true;
  });

  return {
    ask: (question) =>
      Effect.andThen(checkChain, askAnyNode(question)).pipe(
        Effect.mapError((failure) =>
          failure._tag === "RpcError" ? failure : wanting(failure, question.wanted)
        ),
      ),
  } satisfies RpcClient;
});

/** Returns the parts of an address that may be a key, which is longer than a version or a name. */
function secretsIn(url: string): ReadonlyArray<string> {
  const { pathname, searchParams, username, password } = new URL(url);
  return [...pathname.split("/"), ...searchParams.values(), username, password]
    .flatMap((part) => [part, decoded(part)])
    .filter((part) => part.length >= SECRET_LENGTH_MIN);
}

const SECRET_LENGTH_MIN = 8;

/** What is no text in the form of an address stays. */
const decoded = (part: string): string =>
  Option.getOrElse(Option.liftThrowable(decodeURIComponent)(part), () => part);

interface RpcCall {
  readonly path: string;
  readonly body: string;
  readonly isOnce: boolean;
}
