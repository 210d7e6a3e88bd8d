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
import { type BodyFields, readBody, refuseAnnouncedSize } from "./body.ts";
import { clientAddress } from "./client_address.ts";
import { type PipelineClock, type PipelineOptions } from "./pipeline_options.ts";
import { type RequestContext, toRefusedResponse, toResponse } from "./request_context.ts";
import { type Failure, toRefusal } from "./failure.ts";
import { missingScope } from "./key_check.ts";
import { readPath } from "./path_values.ts";
import { queryOf, readQuery } from "./query.ts";
import { RateLimiter, type Tally, tooManyRequests } from "./rate_limit.ts";
import { type MountedPath, type MountedRoute } from "./mounted_path.ts";
import { type Refusal, STOPPING, UNEXPECTED } from "./refusal.ts";
import { requestIdOf } from "./request_id.ts";
import { ResponseHeaders } from "./response_headers.ts";
import { logAnswer, logDefect } from "./request_log.ts";
import { sentKey } from "./sent_key.ts";

type Replied = Response | Promise<Response>;
const NO_FIELDS: BodyFields = new Map();
/** Carries the headers of a handshake; it has no body, as a 204 has none. */
const SWITCHING: Answer = { status: 204, body: null };

/** Answers the requests of mounted paths. */
export class Pipeline<Ports> {
  readonly #options: PipelineOptions<Ports>;
  readonly #clock: PipelineClock;
  readonly #publicQuota: Quota | undefined;
  readonly #keyedQuota: Quota | undefined;
  readonly #limiter: RateLimiter<Ports>;
  readonly #makeId: () => string;
  readonly #headers: ResponseHeaders;

  /** One pipeline per server. */
  constructor(options: PipelineOptions<Ports>) {
    this.#options = options;
    this.#clock = options.clock;
    this.#publicQuota = Option.getOrUndefined(options.quota);
    this.#keyedQuota = Option.getOrUndefined(options.keyedQuota);
    this.#limiter = new RateLimiter(options);
    this.#headers = new ResponseHeaders(options.isSandbox);
    this.#makeId = options.makeRequestId ?? (() => Bun.randomUUIDv7());
  }

  /** Answers a request for a declared route. */
  answer(
    mounted: MountedRoute<Ports>,
    request: Request,
    path: string,
    peerAddress: string | undefined,
  ): Replied {
    const context = this.#begin(mounted, request, path, peerAddress);
    const { access } = mounted.route;
    try {
      if (access === "unlimited") return this.#admitted(mounted, context);
      if (access === "public") {
        return this.#counted(
          context,
          this.#tallyOf(context, mounted),
          () => this.#admitted(mounted, context),
        );
      }
      const sent = sentKey(request);
      const verdict = typeof sent === "string" || sent === null
        ? this.#options.checkKey(sent, context.nowMs)
        : sent;
      const identified = (verdict: KeyHolder | Refusal) =>
        this.#identified(mounted, context, { verdict, scope: access });
      return verdict instanceof Promise
        ? verdict.then(identified).catch((error) => this.#defect(context, Cause.die(error)))
        : identified(verdict);
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
      readonly peerAddress: string | undefined;
    },
  ): Replied | undefined {
    const context = this.#begin(mounted, request, path, peerAddress);
    try {
      const query = readQuery(mounted.query, queryOf(request.url));
      if (Result.isFailure(query)) return this.#refuse(context, toRefusal(query.failure));
      const headers = this.#headers.of(SWITCHING, context.requestId, undefined);
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
    peerAddress: string | undefined,
  ): Replied {
    const context = this.#begin(mounted, request, path, peerAddress);
    const respond = () =>
      "error" in reply ? this.#refuse(context, reply) : this.#respond(context, reply);
    // Preflights are not counted: a browser whose preflight is refused cannot read the reason.
    if (request.method === "OPTIONS") return respond();
    return this.#counted(context, this.#tallyOf(context, mounted), respond);
  }

  #begin(
    mounted: MountedPath,
    request: Request,
    path: string,
    peerAddress: string | undefined,
  ): RequestContext {
    return {
      request,
      isHead: request.method === "HEAD" && mounted.isHeadMeasured !== true,
      path,
      peerAddress,
      family: mounted.family,
      sendsCacheHeader: mounted.sendsCacheHeader,
      needsNoProvider: mounted.needsNoProvider === true,
      isPrivate: mounted.isPrivate,
      meter: mounted.meter,
      requestId: requestIdOf(request, this.#makeId),
      nowMs: this.#clock.nowMs(),
      startedMs: this.#clock.stopwatchMs(),
      headers: this.#headers,
      hit: undefined,
      holder: undefined,
      quota: undefined,
    };
  }

  /** Returns undefined if the request is not counted. */
  #tallyOf(
    { request, peerAddress }: RequestContext,
    { quotaScope, bucket }: Pick<MountedPath, "quotaScope" | "bucket">,
  ): Tally | undefined {
    const quota = quotaScope === "address" ? this.#publicQuota : this.#keyedQuota;
    if (quotaScope === "none" || quota === undefined) return undefined;
    const address = clientAddress(request, peerAddress, this.#options.trustProxy);
    const name = quotaScope === "address" ? bucket : "no key";
    return { quota, caller: name === undefined ? address : `${name} ${address}` };
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
      return this.#counted(context, this.#tallyOf(context, mounted), refuse);
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
    if (tally === undefined) return next();
    const decide = () =>
      context.quota?.isExceeded === true
        ? this.#refuse(
          context,
          tooManyRequests(context.quota, {
            windowSec: tally.quota.windowSec,
            nowMs: context.nowMs,
          }),
        )
        : next();
    return this.#limiter.count(context, tally)?.then(decide)
      .catch((error) => this.#defect(context, Cause.die(error))) ?? decide();
  }

  #switched({ meter, startedMs }: RequestContext): undefined {
    meter.record(101, this.#clock.stopwatchMs() - startedMs);
  }

  #admitted(mounted: MountedRoute<Ports>, context: RequestContext): Replied {
    const { request } = context;
    const tooLarge = refuseAnnouncedSize(request);
    if (tooLarge !== undefined) return this.#refuse(context, tooLarge);
    const body = mounted.route.body;
    if (body === undefined) return this.#handle(mounted, context, NO_FIELDS);
    return readBody(request, body, this.#options.bodyDeadlineMs)
      .then((fields) =>
        Result.isSuccess(fields)
          ? this.#handle(mounted, context, fields.success)
          : this.#refuse(context, fields.failure)
      )
      .catch((error) => this.#defect(context, Cause.die(error)));
  }

  #handle(mounted: MountedRoute<Ports>, context: RequestContext, body: BodyFields): Replied {
    const { request } = context;
    const query = readQuery(mounted.query, queryOf(request.url));
    if (Result.isFailure(query)) return this.#refuse(context, toRefusal(query.failure));
    const path = readPath(mounted.slots, context.path);
    if (Result.isFailure(path)) return this.#refuse(context, toRefusal(path.failure));
    const answer = mounted.route.handle({
      query: query.success,
      path: path.success,
      body,
      nowMs: context.nowMs,
      requestId: context.requestId,
      request,
      peerAddress: context.peerAddress,
      holder: context.holder,
    });
    if (!Effect.isEffect(answer)) return this.#respond(context, answer);
    const exit = this.#options.run(answer);
    return exit instanceof Promise
      ? exit.then((exit) => this.#respondToExit(context, exit))
        .catch((error) => this.#defect(context, Cause.die(error)))
      : this.#respondToExit(context, exit);
  }

  #respondToExit(context: RequestContext, exit: Exit.Exit<Answer, Failure>): Response {
    if (Exit.isSuccess(exit)) return this.#respond(context, exit.value);
    const failure = Cause.findErrorOption(exit.cause);
    if (Option.isSome(failure)) {
      const refusal = toRefusal(failure.value);
      const hasMore = "cause" in failure.value && failure.value.cause !== undefined;
      return this.#refuse(context, hasMore ? { ...refusal, why: exit.cause } : refusal);
    }
    if (Cause.hasInterruptsOnly(exit.cause)) return this.#refuse(context, STOPPING);
    return this.#defect(context, exit.cause);
  }

  #defect(context: RequestContext, cause: Cause.Cause<unknown>): Response {
    logDefect(this.#options.run, context, cause);
    return this.#refuse(context, UNEXPECTED);
  }

  #refuse(context: RequestContext, refusal: Refusal): Response {
    return this.#finish(context, toRefusedResponse(context, refusal), refusal.why);
  }

  /** A 304 does not count against the caller's quota. */
  #respond(context: RequestContext, answer: Answer): Response {
    if (answer.status === 304) this.#limiter.giveBack(context);
    return this.#finish(context, toResponse(context, answer));
  }

  /** Records and logs a response before it is sent. */
  #finish(context: RequestContext, response: Response, why?: Cause.Cause<unknown>): Response {
    const { status } = response;
    const tookMs = this.#clock.stopwatchMs() - context.startedMs;
    context.meter.record(status, tookMs);
    if (status >= 500 || this.#options.isAccessLogged) {
      logAnswer(this.#options.run, context, { status, tookMs, why });
    }
    return response;
  }
}
