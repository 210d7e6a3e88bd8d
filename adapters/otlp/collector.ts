/**
 * The collector's HTTP client: few batches wait for the collector, and none of them long.
 *
 * Effect's exporter sends each full batch without waiting for the one before, and keeps a lost one
 * to send it again: a collector that hangs would make it keep everything. Here a batch is accepted
 * within a deadline or dropped, and one for which there is no room is dropped at once.
 *
 * @module
 */
import { Cause, Duration, Effect, Layer, Schedule } from "effect";
import { FetchHttpClient, HttpClient, HttpClientResponse } from "effect/http";

/** How many batches may be on their way, for each kind of data. */
export const BATCHES_MAX = 4;

/** The limits of sending one batch. */
export interface CollectorOptions {
  /** The time limit of an attempt, in milliseconds of the machine. */
  readonly timeoutMs: number;
}

/** A lost batch is sent again so often, and so much later. */
const RETRIES_MAX = 2;
const RETRY_AFTER_MS = 1_000;

/** Provides the client, which logs when the collector stops accepting and when it starts again. */
export function layerCollector(options: CollectorOptions): Layer.Layer<HttpClient.HttpClient> {
  const bounded = Effect.map(HttpClient.HttpClient, (client) => boundedClient(client, options));
  return Layer.effect(HttpClient.HttpClient, bounded).pipe(
    Layer.provide(FetchHttpClient.layer),
    // A collector that points elsewhere would have the operator's headers sent there.
    Layer.provide(Layer.succeed(FetchHttpClient.RequestInit, { redirect: "error" })),
  );
}

/** What is known of one address of the collector. */
interface Address {
  readonly url: string;
  batches: number;
  isDropping: boolean;
}

function boundedClient(
  client: HttpClient.HttpClient,
  { timeoutMs }: CollectorOptions,
): HttpClient.HttpClient {
  const addresses = new Map<string, Address>();
  const addressOf = (url: string): Address => {
    const address = addresses.get(url) ?? { url, batches: 0, isDropping: false };
    addresses.set(url, address);
    return address;
  };

  return HttpClient.transform(
    HttpClient.filterStatusOk(client),
    (send, request) =>
      Effect.suspend(() => {
        const address = addressOf(request.url);
        // The exporter is told that all is well: it would stop for a minute, and keep the batch.
        const dropped = HttpClientResponse.fromWeb(request, new Response(null, { status: 202 }));
        if (address.batches >= BATCHES_MAX) {
          return Effect.as(noteDropped(address, `${BATCHES_MAX} batches wait already`), dropped);
        }
        address.batches += 1;
        return send.pipe(
          Effect.tap((response) => response.arrayBuffer),
          Effect.timeout(Duration.millis(timeoutMs)),
          Effect.retry({ times: RETRIES_MAX, schedule: Schedule.spaced(RETRY_AFTER_MS) }),
          Effect.tap(() => noteAccepted(address)),
          Effect.catch((failure) =>
            Effect.as(noteDropped(address, reasonOf(failure, timeoutMs)), dropped)
          ),
          Effect.ensuring(Effect.sync(() => void (address.batches -= 1))),
        );
      }),
  );
}

/** Logs the first batch that is dropped, and none after it. */
function noteDropped(address: Address, why: string): Effect.Effect<void> {
  if (address.isDropping) return Effect.void;
  address.isDropping = true;
  const line = Effect.logWarning(
    "Cannot export to the collector: what it does not take is dropped",
  );
  return Effect.annotateLogs(line, { collector: address.url, why });
}

/** One that takes some batches and not others has not recovered. */
function noteAccepted(address: Address): Effect.Effect<void> {
  if (!address.isDropping || address.batches > 1) return Effect.void;
  address.isDropping = false;
  const line = Effect.logInfo("The collector takes everything again");
  return Effect.annotateLogs(line, { collector: address.url });
}

function reasonOf(failure: unknown, timeoutMs: number): string {
  if (Cause.isTimeoutError(failure)) return `no answer within ${timeoutMs} ms`;
  const { reason } = failure as { readonly reason?: Reason };
  return reason?._tag === "StatusCodeError"
    ? `status ${reason.response?.status}`
    : "it cannot be reached";
}

/** The parts of a failure that may be logged. */
interface Reason {
  readonly _tag: string;
  readonly response?: { readonly status: number };
}
