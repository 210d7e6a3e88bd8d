/**
 * Takes a request from the router through every check to its handler, and builds the response.
 *
 * Every step runs synchronously where it can: only an external counter, a body or a handler that
 * waits creates a promise.
 *
 * @module
 */
import { Cause, Effect, Exit, Option, Result } from "effect";
import { type KeyHolder, type Quota, type Scope } from "../../../core/access/mod.ts";
import { type Answer } from "./answer.ts";
import { readSentBody, refuseAnnouncedSize, type SentBody, unreadBodySec } from "./body.ts";
import { clientAddress } from "./client_address.ts";
import { codedAnswer } from "./coded_answer.ts";
import { type PipelineClock, type PipelineOptions } from "./pipeline_options.ts";
import { type RequestContext, toRefusedResponse, toResponse } from "./request_context.ts";
import { type Failure, refusalOfCause, toRefusal } from "./failure.ts";
import { missingScope } from "./key_check.ts";
import { queryOf, readQuery } from "./query.ts";
import { RateLimiter, type Tally } from "./rate_limit.ts";
import { type MountedPath, type MountedRoute } from "./mounted_path.ts";
import { type Refusal, UNEXPECTED } from "./refusal.ts";
import { type PeerAddress } from "./route.ts";
import { sentOnce } from "./repeated_header.ts";
import { requestIdOf } from "./request_id.ts";
import { ResponseHeaders } from "./response_headers.ts";
import { logAnswer, logDefect } from "./request_log.ts";
import { callRoute } from "./route_call.ts";
import { sentKey } from "./sent_key.ts";
import { type CountedStranger, type CountStranger, makeStrangerCount } from "./stranger_count.ts";

type Replied = Response | Promise<Response>;
/** Closes the connection of an answered request, unless the whole request arrives by then. */
type LimitConnection = (request: Request, withinSec: number) => void;
/** Carries the headers of a handshake; it has no body, as a 204 has none. */
const SWITCHING: Answer = { status: 204, body: null };

/** Answers the requests of mounted paths. */
export class Pipeline<Ports> {
  readonly #options: PipelineOptions<Ports>;
  readonly #clock: PipelineClock;
  readonly #keyedQuota: Quota | undefined;
  readonly #limiter: RateLimiter<Ports>;
  readonly #countStranger: CountStranger;
  readonly #makeId: () => string;
  readonly #headers: ResponseHeaders;
  readonly #limitConnection: LimitConnection;

  /** One pipeline per server. */
  constructor(options: PipelineOptions<Ports>, limitConnection: LimitConnection = () => {}) {
    this.#limitConnection = limitConnection;
    this.#options = options;
    this.#clock = options.clock;
    this.#keyedQuota = Option.getOrUndefined(options.keyedQuota);
    this.#limiter = new RateLimiter(options);
    this.#countStranger = makeStrangerCount({ ...options, nowMs: options.clock.nowMs });
    this.#headers = new ResponseHeaders(options);
    this.#makeId = options.makeRequestId ?? (() => Bun.randomUUIDv7());
  }

  /** Answers a request for a declared route. */
  answer(
    mounted: MountedRoute<Ports>,
    request: Request,
    path: string,
    peerAddress: PeerAddress,
  ): Replied {
    const context = this.#begin(mounted, request, path, peerAddress);
    const { access } = mounted.route;
    try {
      if (access === "unlimited") return this.#admitted(mounted, context);
      if (access === "public") {
        return this.#counted(
          context,
          this.#limiter.tallyOf(context, mounted),
          () => this.#admitted(mounted, context),
        );
      }
      const sent = sentKey(request);
      let stranger: CountedStranger | undefined;
      const admitStranger = () => {
        const { trustProxy } = this.#options;
        stranger = this.#countStranger(clientAddress(request, peerAddress, trustProxy));
        return stranger.refusal;
      };
      const verdict = this.#step(
        context,
        "check key",
        () =>
          typeof sent === "string" || sent === null
            ? this.#options.checkKey(sent, context.nowMs, admitStranger)
            : sent,
      );
      const identified = (verdict: KeyHolder | Refusal) => {
        if (!("error" in verdict) || verdict.status >= 500) stranger?.giveBack();
        return this.#identified(mounted, context, { verdict, scope: access });
      };
      return this.#continue(context, verdict, identified);
    } catch (error) {
      return this.#defect(context, Cause.die(error));
    }
  }

  /** Upgrades a request to a WebSocket. Returns undefined once it is upgraded, else the refusal. */
  upgrade(
    mounted: MountedRoute<Ports>,
    { request, path, server, peerAddress }: {
      readonly request: Request;
      readonly path: string;
      readonly server: Bun.Server<unknown>;
      readonly peerAddress: PeerAddress;
    },
  ): Replied | undefined {
    const context = this.#begin(mounted, request, path, peerAddress);
    try {
      const query = readQuery(mounted.query, queryOf(request.url));
      if (Result.isFailure(query)) return this.#refuse(context, toRefusal(query.failure));
      const headers = this.#headers.of(SWITCHING, context);
      const refusal = mounted.route.socket?.upgrade(request, { server, peerAddress, headers });
      return refusal === undefined ? this.#switched(context) : this.#refuse(context, refusal);
    } catch (error) {
      return this.#defect(context, Cause.die(error));
    }
  }

  /** Sends a refusal, or an answer that needs no route, for a request. */
  reply(
    mounted: MountedPath,
    reply: Answer | Refusal,
    request: Request,
    path: string,
    peerAddress: PeerAddress,
  ): Replied {
    const context = this.#begin(mounted, request, path, peerAddress);
    const respond = () =>
      "error" in reply ? this.#refuse(context, reply) : this.#respond(context, reply);
    // Preflights are not counted: a browser whose preflight is refused cannot read the reason.
    if (request.method === "OPTIONS") return respond();
    return this.#counted(context, this.#limiter.tallyOf(context, mounted), respond);
  }

  #begin(
    mounted: MountedPath,
    request: Request,
    path: string,
    peerAddress: PeerAddress,
  ): RequestContext {
    return {
      request,
      isHead: request.method === "HEAD" && mounted.isHeadMeasured !== true,
      path,
      peerAddress,
      family: mounted.family,
      sendsCacheHeader: mounted.sendsCacheHeader,
      needsNoProvider: mounted.needsNoProvider === true,
      audience: mounted.audience,
      isCompressed: mounted.isCompressed,
      meter: mounted.meter,
      span: this.#options.tracing?.begin(request, mounted.meter),
      contentLength: sentOnce(request.headers.get("content-length")),
      requestId: requestIdOf(request, this.#makeId),
      nowMs: this.#clock.nowMs(),
      startedMs: this.#clock.stopwatchMs(),
      headers: this.#headers,
      hit: undefined,
      holder: undefined,
      quota: undefined,
    };
  }

  /**
   * Continues with the holder of a key. A request without a valid key is counted by address first.
   */
  #identified(
    mounted: MountedRoute<Ports>,
    context: RequestContext,
    { verdict, scope }: { readonly verdict: KeyHolder | Refusal; readonly scope: Scope },
  ): Replied {
    if ("error" in verdict) {
      const refuse = () => this.#refuse(context, verdict);
      // Caller unknown while the store is down: count nothing.
      if (verdict.status >= 500) return refuse();
      return this.#counted(context, this.#limiter.tallyOf(context, mounted), refuse);
    }
    const quota = this.#keyedQuota;
    context.holder = verdict;
    return this.#counted(
      context,
      quota && { quota, caller: `key ${verdict.key.id}` },
      () =>
        verdict.key.scopes.includes(scope)
          ? this.#admitted(mounted, context)
          : this.#refuse(context, missingScope(scope, verdict.key)),
    );
  }

  /** Counts the request, then continues unless the caller has exceeded its quota. */
  #counted(context: RequestContext, tally: Tally | undefined, next: () => Replied): Replied {
    const decide = () => {
      const refusal = this.#limiter.refusalOf(context, tally);
      return refusal === undefined ? next() : this.#refuse(context, refusal);
    };
    if (tally === undefined) return decide();
    const counted = this.#step(context, "count", () => this.#limiter.count(context, tally));
    return this.#continue(context, counted, decide);
  }

  #switched({ meter, startedMs, span, requestId }: RequestContext): undefined {
    meter.record(101, this.#clock.stopwatchMs() - startedMs);
    if (span !== undefined) this.#options.tracing?.end(span, { status: 101, requestId });
  }

  /** Takes a step of the request, in a span of its own if the request is traced. */
  #step<A>({ span }: RequestContext, name: string, take: () => A): A {
    const { tracing } = this.#options;
    return span === undefined || tracing === undefined ? take() : tracing.step(span, name, take);
  }

  #admitted(mounted: MountedRoute<Ports>, context: RequestContext): Replied {
    const { request, contentLength } = context;
    const tooLarge = refuseAnnouncedSize(contentLength);
    if (tooLarge !== undefined) return this.#refuse(context, tooLarge);
    const reading = readSentBody(mounted.route, request, this.#options);
    return this.#continue(context, reading, (body) => {
      if (Result.isFailure(body)) return this.#refuse(context, body.failure);
      return this.#handle(mounted, context, body.success);
    });
  }

  #handle(
    mounted: MountedRoute<Ports>,
    context: RequestContext,
    { fields: body, text }: SentBody,
  ): Replied {
    const { request, path, nowMs, requestId, peerAddress, holder } = context;
    const query = queryOf(request.url);
    const textBody = text === undefined ? undefined : this.#limiter.textBody(context, text);
    const sent = { query, path, body, nowMs, requestId, request, peerAddress, holder, textBody };
    const called = callRoute(mounted, sent);
    if (Result.isFailure(called)) return this.#refuse(context, toRefusal(called.failure));
    const answer = called.success;
    if (!Effect.isEffect(answer)) return this.#respond(context, answer);
    const exit = this.#step(context, "handle", () => this.#options.run(answer));
    return this.#continue(context, exit, (exit) => this.#respondToExit(context, exit));
  }

  #respondToExit(context: RequestContext, exit: Exit.Exit<Answer, Failure>): Replied {
    if (Exit.isSuccess(exit)) return this.#respond(context, exit.value);
    const refusal = refusalOfCause(exit.cause);
    return refusal === undefined
      ? this.#defect(context, exit.cause)
      : this.#refuse(context, refusal);
  }

  /** Continues with a value, at once unless it has to be waited for. */
  #continue<A>(context: RequestContext, value: A | Promise<A>, next: (value: A) => Replied) {
    return value instanceof Promise
      ? value.then(next).catch((error) => this.#defect(context, Cause.die(error)))
      : next(value);
  }

  #defect(context: RequestContext, cause: Cause.Cause<unknown>): Response {
    logDefect(this.#options.run, context, cause);
    return this.#refuse(context, UNEXPECTED);
  }

  #refuse(context: RequestContext, refusal: Refusal): Response {
    return this.#finish(context, toRefusedResponse(context, refusal), refusal.why);
  }

  /** A 304 does not count against the caller's quota. */
  #respond(context: RequestContext, answer: Answer): Replied {
    if (answer.status === 304) this.#limiter.giveBack(context);
    const coded = codedAnswer(answer, context);
    const respond = (answer: Answer) => this.#finish(context, toResponse(context, answer));
    return this.#continue(context, coded, respond);
  }

  /** Records and logs a response before it is sent. */
  #finish(context: RequestContext, response: Response, why?: Cause.Cause<unknown>): Response {
    const { status } = response;
    const tookMs = this.#clock.stopwatchMs() - context.startedMs;
    const bodySec = unreadBodySec(context, this.#options.bodyDeadlineMs - tookMs);
    if (bodySec !== undefined) this.#limitConnection(context.request, bodySec);
    context.meter.record(status, tookMs);
    if (context.span !== undefined) {
      this.#options.tracing?.end(context.span, { status, requestId: context.requestId });
    }
    if (status >= 500 || this.#options.isAccessLogged) {
      logAnswer(this.#options.run, context, { status, tookMs, why });
    }
    return response;
  }
}
