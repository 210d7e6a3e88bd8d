/**
 * What the edge does for every request: its state, the key, the quota, the answer and the log.
 *
 * Every step runs synchronously where it can: only an external counter, an unknown key or a body
 * creates a promise.
 *
 * @module
 */
import { Cause, Effect, Exit, Option } from "effect";
import type { KeyHolder, Scope } from "../../../core/access/mod.ts";
import type { Answer } from "./answer/answer.ts";
import { unreadBodySec } from "./request/body.ts";
import { clientAddress } from "./request/client_address.ts";
import { codedAnswer } from "./answer/coded_answer.ts";
import { type Failure, refusalOfCause } from "./answer/failure.ts";
import { missingScope } from "./limit/key_check.ts";
import type { GateOptions } from "./gate_options.ts";
import { RateLimiter, type Tally } from "./limit/rate_limit.ts";
import { type Refusal, UNEXPECTED } from "./answer/refusal.ts";
import { type RequestContext, toRefusedResponse, toResponse } from "./request_context.ts";
import { commandFor } from "./request/local_caller.ts";
import { sentOnce } from "./request/repeated_header.ts";
import { requestIdOf } from "./request/request_id.ts";
import { logAnswer, logDefect } from "./request_log.ts";
import { RequestMetrics } from "./request_metrics.ts";
import { ResponseHeaders } from "./answer/response_headers.ts";
import type { Access, EdgePath, PeerAddress, SocketEndpoint, TextBody } from "./edge_path.ts";
import { sentKey } from "./request/sent_key.ts";
import {
  type CountedStranger,
  type CountStranger,
  makeStrangerCount,
} from "./limit/stranger_count.ts";

/** A refusal, or nothing where a request goes on; later, where a store has to be waited for. */
export type Admission = Refusal | undefined | Promise<Refusal | undefined>;

/** An answer with a body of a type. */
export interface AnswerOf<Body> extends Answer {
  readonly body: Body;
}

/** An answer, or the effect that will answer. */
export type Answering<Body, Ports> =
  | AnswerOf<Body>
  | Effect.Effect<AnswerOf<Body>, Failure, Ports>;

/** What a handler returns: what to answer, or how to answer the holder of a key. */
export type Handled<Ports> =
  | Answering<unknown, Ports>
  | ((holder: KeyHolder) => Answering<unknown, Ports>);

/** What handlers get as `call`. */
export type HandlerCall = Pick<
  RequestContext,
  "request" | "requestId" | "nowMs" | "peerAddress" | "ownCommand"
>;

/** The state of one request. */
export type Call = RequestContext;

type Replied = Response | Promise<Response>;

/** Carries the headers of a handshake; it has no body, as a 204 has none. */
const SWITCHING: Answer = { status: 204, body: null };

/** Answers the requests of the plugins that share it. */
export class Gate<Ports> {
  readonly options: GateOptions<Ports>;
  readonly metrics: RequestMetrics;
  /** Returns the server that listens, or null before that. */
  server: () => Bun.Server<unknown> | null = () => null;
  readonly #limiter: RateLimiter<Ports>;
  readonly #countStranger: CountStranger;
  readonly #makeId: () => string;
  readonly #headers: ResponseHeaders;

  /** One for all plugins of a server. */
  constructor(options: GateOptions<Ports>, metrics = new RequestMetrics(options.metricRegistry)) {
    this.options = options;
    this.metrics = metrics;
    this.#limiter = new RateLimiter(options);
    this.#countStranger = makeStrangerCount({ ...options, nowMs: options.clock.nowMs });
    this.#headers = new ResponseHeaders(options);
    this.#makeId = options.makeRequestId ?? (() => Bun.randomUUIDv7());
  }

  /** Begins a request. */
  begin(path: EdgePath, request: Request): Call {
    const { clock, tracing } = this.options;
    const caller = { request, peerAddress: this.#peerAddress(request) };
    return {
      ...caller,
      isHead: request.method === "HEAD" && path.isHeadMeasured !== true,
      family: path.family,
      tellsCache: path.tellsCache,
      tellsReason: path.tellsReason === true,
      needsNoProvider: path.needsNoProvider === true,
      audience: path.audience,
      isCompressed: path.isCompressed,
      meter: path.meter,
      span: tracing?.begin(request, path.meter),
      contentLength: sentOnce(request.headers.get("content-length")),
      requestId: requestIdOf(request, this.#makeId),
      nowMs: clock.nowMs(),
      startedMs: clock.stopwatchMs(),
      headers: this.#headers,
      ownCommand: (words) => commandFor(caller, this.options)(words),
      hit: undefined,
      holder: undefined,
      quota: undefined,
      pending: undefined,
    };
  }

  /** Asks once: a peer that has gone by the next time has no address any more. */
  #peerAddress(request: Request): PeerAddress {
    let isAsked = false;
    let address: string | undefined;
    return () => {
      if (!isAsked) address = (this.options.peerAddressOf ?? socketPeer)(request, this.server());
      isAsked = true;
      return address;
    };
  }

  /** Checks the key and counts the request, before anything of it costs more. */
  admit(call: Call, path: EdgePath & { readonly access: Access }): Admission {
    const { access } = path;
    if (access === "public" || access === "unlimited") return this.countCaller(call, path);
    const sent = sentKey(call.request);
    let stranger: CountedStranger | undefined;
    const admitStranger = () => {
      stranger = this.#countStranger(this.#clientOf(call));
      return stranger.refusal;
    };
    const verdict = this.#step(
      call,
      "check key",
      () =>
        typeof sent === "string" || sent === null
          ? this.options.checkKey(sent, call.nowMs, admitStranger)
          : sent,
    );
    return goOn(verdict, (verdict) => {
      if (!("error" in verdict) || verdict.status >= 500) stranger?.giveBack();
      return this.#identified(call, path, { verdict, scope: access });
    });
  }

  /** A request without a valid key is counted by its address before it is refused. */
  #identified(
    call: Call,
    path: EdgePath,
    { verdict, scope }: { readonly verdict: KeyHolder | Refusal; readonly scope: Scope },
  ): Admission {
    if ("error" in verdict) {
      // Caller unknown while the store is down: count nothing.
      return verdict.status >= 500
        ? verdict
        : goOn(this.countCaller(call, path), (refusal) => refusal ?? verdict);
    }
    call.holder = verdict;
    const quota = Option.getOrUndefined(this.options.keyedQuota);
    const counted = this.#count(call, quota && { quota, caller: `key ${verdict.key.id}` });
    const lacks = () =>
      verdict.key.scopes.includes(scope) ? undefined : missingScope(scope, verdict.key);
    return goOn(counted, (refusal) => refusal ?? lacks());
  }

  /** Counts a request whose caller is known by address alone. */
  countCaller(call: Call, path: EdgePath): Admission {
    return this.#count(call, this.#limiter.tallyOf(call, path));
  }

  #count(call: Call, tally: Tally | undefined): Admission {
    const judge = () => this.#limiter.refusalOf(call, tally);
    return tally === undefined
      ? judge()
      : goOn(this.#step(call, "count", () => this.#limiter.count(call, tally)), judge);
  }

  #clientOf({ request, peerAddress }: Call): string {
    return clientAddress(request, peerAddress, this.options.trustProxy);
  }

  /** Returns a body that its handler reads itself, and whose requests count. */
  textBody(call: Call, text: string): TextBody {
    return this.#limiter.textBody(call, text);
  }

  /** Upgrades a request to a WebSocket, or answers with the refusal. */
  upgrade(call: Call, socket: SocketEndpoint): Response {
    const server = this.server();
    if (server === null) throw new Error("a handshake without a server");
    const { request, peerAddress } = call;
    const headers = this.#headers.of(SWITCHING, call);
    const ownCommand = commandFor(call, this.options);
    const refusal = socket.upgrade(request, { server, peerAddress, headers, ownCommand });
    if (refusal !== undefined) return this.refuse(call, refusal);
    const { meter, startedMs, span, requestId } = call;
    meter.record(101, this.options.clock.stopwatchMs() - startedMs);
    if (span !== undefined) this.options.tracing?.end(span, { status: 101, requestId });
    // Not sent: the runtime has answered.
    return new Response(null);
  }

  /** Takes a step of the request, in a span of its own if the request is traced. */
  #step<A>({ span }: Call, name: string, take: () => A): A {
    const { tracing } = this.options;
    return span === undefined || tracing === undefined ? take() : tracing.step(span, name, take);
  }

  /** Runs what a handler returned, and answers with it. */
  answer(call: Call, handled: Handled<Ports>): Replied {
    try {
      const answer = typeof handled === "function" ? handled(holderOf(call)) : handled;
      if (!Effect.isEffect(answer)) return this.respond(call, answer);
      const exit = this.#step(call, "handle", () => this.options.run(answer));
      return exit instanceof Promise
        ? exit.then((exit) => this.#respondToExit(call, exit))
          .catch((error) => this.defect(call, Cause.die(error)))
        : this.#respondToExit(call, exit);
    } catch (error) {
      return this.defect(call, Cause.die(error));
    }
  }

  #respondToExit(call: Call, exit: Exit.Exit<Answer, Failure>): Replied {
    if (Exit.isSuccess(exit)) return this.respond(call, exit.value);
    const refusal = refusalOfCause(exit.cause);
    return refusal === undefined ? this.defect(call, exit.cause) : this.refuse(call, refusal);
  }

  /** Answers with an error of ours, which the log tells and the caller does not learn. */
  defect(call: Call, cause: Cause.Cause<unknown>): Response {
    logDefect(this.options.run, call, cause);
    return this.refuse(call, UNEXPECTED);
  }

  /** Answers with a refusal, unless the admission that is waited for has another. */
  refusePending(call: Call, refusal: Refusal): Replied {
    if (call.pending === undefined) return this.refuse(call, refusal);
    return call.pending.then((first) => this.refuse(call, first ?? refusal))
      .catch((error) => this.defect(call, Cause.die(error)));
  }

  /** Answers with a refusal, in the error family of its path. */
  refuse(call: Call, refusal: Refusal): Response {
    return this.#finish(call, toRefusedResponse(call, refusal), refusal.why);
  }

  /** Answers. A 304 does not count against the caller's quota. */
  respond(call: Call, answer: Answer): Replied {
    if (answer.status === 304) this.#limiter.giveBack(call);
    const coded = codedAnswer(answer, call);
    return coded instanceof Promise
      ? coded.then((answer) => this.#finish(call, toResponse(call, answer)))
        .catch((error) => this.defect(call, Cause.die(error)))
      : this.#finish(call, toResponse(call, coded));
  }

  /** Records and logs a response before it is sent. */
  #finish(call: Call, response: Response, why?: Cause.Cause<unknown>): Response {
    const { status } = response;
    const { clock, tracing, bodyDeadlineMs, isAccessLogged, run } = this.options;
    const tookMs = clock.stopwatchMs() - call.startedMs;
    const bodySec = unreadBodySec(call, bodyDeadlineMs - tookMs);
    // Closes the connection of an answered request, unless the whole request arrives by then.
    if (bodySec !== undefined) this.server()?.timeout(call.request, bodySec);
    call.meter.record(status, tookMs);
    if (call.span !== undefined) tracing?.end(call.span, { status, requestId: call.requestId });
    if (status >= 500 || isAccessLogged) logAnswer(run, call, { status, tookMs, why });
    return response;
  }
}

/** Returns the address of the socket's peer, as Bun sees it. */
export function socketPeer(
  request: Request,
  server: Bun.Server<unknown> | null,
): string | undefined {
  return server?.requestIP(request)?.address;
}

function holderOf({ holder, meter }: Call): KeyHolder {
  if (holder === undefined) throw new Error(`No key is asked for at ${meter.template}`);
  return holder;
}

/** Goes on at once with what is known, and later with what has to be waited for. */
function goOn<A>(value: A | Promise<A>, next: (value: A) => Admission): Admission {
  return value instanceof Promise ? value.then(next) : next(value);
}
