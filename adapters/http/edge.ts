/**
 * What happens to a request between the router and its handler, and on the way back.
 *
 * Every step that can be done at once is: only a counter elsewhere, a body or a handler that waits
 * makes a promise.
 *
 * @module
 */
import { Cause, Effect, Exit, Option, Result } from "effect";
import { type KeyHolder, type Quota, type Scope } from "../../core/access/mod.ts";
import { type Answer } from "./answer.ts";
import { type BodyFields, readBody, refuseAnnouncedSize } from "./body.ts";
import { type EdgeClock, type EdgeOptions } from "./edge_options.ts";
import { type Exchange, toRefusedResponse, toResponse } from "./exchange.ts";
import { type Failure, toRefusal } from "./failure.ts";
import { missingScope } from "./key_check.ts";
import { readPath } from "./path_values.ts";
import { queryOf, readQuery } from "./query.ts";
import { tooManyRequests } from "./rate_limit.ts";
import { type MountedRoute, type Place } from "./place.ts";
import { type Refusal, STOPPING, UNEXPECTED } from "./refusal.ts";
import { RequestCounter, type Tally } from "./request_counter.ts";
import { requestIdOf } from "./request_id.ts";
import { ResponseHeaders } from "./response_headers.ts";
import { logAnswer, logDefect } from "./request_log.ts";
import { sentKey } from "./sent_key.ts";

type Replied = Response | Promise<Response>;
const NO_FIELDS: BodyFields = new Map();
/** Its headers go out with a handshake; it has no body, as a 204 has none. */
const SWITCHING: Answer = { status: 204, body: null };

/** Answers requests that a router has brought to their place. */
export class Edge<Ports> {
  readonly #options: EdgeOptions<Ports>;
  readonly #clock: EdgeClock;
  readonly #publicQuota: Quota | undefined;
  readonly #keyedQuota: Quota | undefined;
  readonly #counter: RequestCounter<Ports>;
  readonly #makeId: () => string;
  readonly #headers: ResponseHeaders;

  /** One edge a server. */
  constructor(options: EdgeOptions<Ports>) {
    this.#options = options;
    this.#clock = options.clock;
    this.#publicQuota = Option.getOrUndefined(options.quota);
    this.#keyedQuota = Option.getOrUndefined(options.keyedQuota);
    this.#counter = new RequestCounter(options);
    this.#headers = new ResponseHeaders(options.isSandbox);
    this.#makeId = options.makeRequestId ?? (() => Bun.randomUUIDv7());
  }

  /** Answers a request of a declared route. */
  answer(
    mounted: MountedRoute<Ports>,
    request: Request,
    path: string,
    peerAddress: string | undefined,
  ): Replied {
    const exchange = this.#begin(mounted, request, path, peerAddress);
    const { access } = mounted.route;
    try {
      if (access === "unlimited") return this.#admitted(mounted, exchange);
      if (access === "public") {
        return this.#counted(
          exchange,
          this.#tallyOf(exchange, mounted),
          () => this.#admitted(mounted, exchange),
        );
      }
      const sent = sentKey(request);
      const verdict = typeof sent === "string" || sent === null
        ? this.#options.checkKey(sent, exchange.nowMs)
        : sent;
      const identified = (verdict: KeyHolder | Refusal) =>
        this.#identified(mounted, exchange, { verdict, scope: access });
      return verdict instanceof Promise
        ? verdict.then(identified).catch((error) => this.#defect(exchange, Cause.die(error)))
        : identified(verdict);
    } catch (error) {
      return this.#defect(exchange, Cause.die(error));
    }
  }

  /** Makes a WebSocket of a request of a route that has them. Undefined when it has become one. */
  upgrade(
    mounted: MountedRoute<Ports>,
    { request, path, server, peerAddress }: {
      readonly request: Request;
      readonly path: string;
      readonly server: Bun.Server<unknown>;
      readonly peerAddress: string | undefined;
    },
  ): Replied | undefined {
    const exchange = this.#begin(mounted, request, path, peerAddress);
    try {
      const query = readQuery(mounted.query, queryOf(request.url));
      if (Result.isFailure(query)) return this.#refuse(exchange, toRefusal(query.failure));
      const headers = this.#headers.of(SWITCHING, exchange.requestId, undefined);
      const refusal = mounted.route.socket?.upgrade(request, { server, peerAddress, headers });
      return refusal === undefined ? this.#switched(exchange) : this.#refuse(exchange, refusal);
    } catch (error) {
      return this.#defect(exchange, Cause.die(error));
    }
  }

  /** Refuses a request, or answers one that no route is needed for. */
  reply(
    place: Place,
    reply: Answer | Refusal,
    request: Request,
    path: string,
    peerAddress: string | undefined,
  ): Replied {
    const exchange = this.#begin(place, request, path, peerAddress);
    const respond = () =>
      "error" in reply ? this.#refuse(exchange, reply) : this.#respond(exchange, reply);
    // A browser that is refused its preflight cannot read why, so preflights are not counted.
    if (request.method === "OPTIONS") return respond();
    return this.#counted(exchange, this.#tallyOf(exchange, place), respond);
  }

  #begin(
    place: Place,
    request: Request,
    path: string,
    peerAddress: string | undefined,
  ): Exchange {
    return {
      request,
      isHead: request.method === "HEAD" && place.isHeadMeasured !== true,
      path,
      peerAddress,
      family: place.family,
      tellsCache: place.tellsCache,
      asksNobody: place.asksNobody === true,
      isPrivate: place.isPrivate,
      meter: place.meter,
      requestId: requestIdOf(request, this.#makeId),
      nowMs: this.#clock.nowMs(),
      startedMs: this.#clock.stopwatchMs(),
      headers: this.#headers,
      hit: undefined,
      holder: undefined,
      quota: undefined,
    };
  }

  /** Undefined where nothing is counted. */
  #tallyOf(
    exchange: Exchange,
    { counts, bucket }: Pick<Place, "counts" | "bucket">,
  ): Tally | undefined {
    const quota = counts === "address" ? this.#publicQuota : this.#keyedQuota;
    if (counts === "nobody" || quota === undefined) return undefined;
    const address = this.#counter.addressOf(exchange);
    const name = counts === "address" ? bucket : "no key";
    return { quota, caller: name === undefined ? address : `${name} ${address}` };
  }

  /** Goes on with the holder of a key; who has none is counted by address before being told. */
  #identified(
    mounted: MountedRoute<Ports>,
    exchange: Exchange,
    { verdict, scope }: { readonly verdict: KeyHolder | Refusal; readonly scope: Scope },
  ): Replied {
    if ("error" in verdict) {
      const refuse = () => this.#refuse(exchange, verdict);
      // Who it was cannot be told now: it may be the best of customers.
      if (verdict.status >= 500) return refuse();
      return this.#counted(exchange, this.#tallyOf(exchange, mounted), refuse);
    }
    const quota = this.#keyedQuota;
    exchange.holder = verdict;
    return this.#counted(
      exchange,
      quota && { quota, caller: `key ${verdict.key.id}` },
      () =>
        verdict.key.scopes.includes(scope)
          ? this.#admitted(mounted, exchange)
          : this.#refuse(exchange, missingScope(scope, verdict.key)),
    );
  }

  /** Counts the request, then goes on unless the caller has had enough. */
  #counted(exchange: Exchange, tally: Tally | undefined, goOn: () => Replied): Replied {
    if (tally === undefined) return goOn();
    const decide = () =>
      exchange.quota?.isExceeded === true
        ? this.#refuse(exchange, tooManyRequests(exchange.quota, exchange.nowMs))
        : goOn();
    return this.#counter.count(exchange, tally)?.then(decide)
      .catch((error) => this.#defect(exchange, Cause.die(error))) ?? decide();
  }

  #switched({ meter, startedMs }: Exchange): undefined {
    meter.record(101, this.#clock.stopwatchMs() - startedMs);
  }

  #admitted(mounted: MountedRoute<Ports>, exchange: Exchange): Replied {
    const { request } = exchange;
    const tooLarge = refuseAnnouncedSize(request);
    if (tooLarge !== undefined) return this.#refuse(exchange, tooLarge);
    const body = mounted.route.body;
    if (body === undefined) return this.#handle(mounted, exchange, NO_FIELDS);
    return readBody(request, body, this.#options.bodyDeadlineMs)
      .then((fields) =>
        Result.isSuccess(fields)
          ? this.#handle(mounted, exchange, fields.success)
          : this.#refuse(exchange, fields.failure)
      )
      .catch((error) => this.#defect(exchange, Cause.die(error)));
  }

  #handle(mounted: MountedRoute<Ports>, exchange: Exchange, body: BodyFields): Replied {
    const { request } = exchange;
    const query = readQuery(mounted.query, queryOf(request.url));
    if (Result.isFailure(query)) return this.#refuse(exchange, toRefusal(query.failure));
    const path = readPath(mounted.slots, exchange.path);
    if (Result.isFailure(path)) return this.#refuse(exchange, toRefusal(path.failure));
    const answer = mounted.route.handle({
      query: query.success,
      path: path.success,
      body,
      nowMs: exchange.nowMs,
      requestId: exchange.requestId,
      request,
      peerAddress: exchange.peerAddress,
      holder: exchange.holder,
    });
    if (!Effect.isEffect(answer)) return this.#respond(exchange, answer);
    const exit = this.#options.run(answer);
    return exit instanceof Promise
      ? exit.then((exit) => this.#settle(exchange, exit))
        .catch((error) => this.#defect(exchange, Cause.die(error)))
      : this.#settle(exchange, exit);
  }

  #settle(exchange: Exchange, exit: Exit.Exit<Answer, Failure>): Response {
    if (Exit.isSuccess(exit)) return this.#respond(exchange, exit.value);
    const failure = Cause.findErrorOption(exit.cause);
    if (Option.isSome(failure)) {
      const refusal = toRefusal(failure.value);
      const hasMore = "cause" in failure.value && failure.value.cause !== undefined;
      return this.#refuse(exchange, hasMore ? { ...refusal, why: exit.cause } : refusal);
    }
    if (Cause.hasInterruptsOnly(exit.cause)) return this.#refuse(exchange, STOPPING);
    return this.#defect(exchange, exit.cause);
  }

  #defect(exchange: Exchange, cause: Cause.Cause<unknown>): Response {
    logDefect(this.#options.run, exchange, cause);
    return this.#refuse(exchange, UNEXPECTED);
  }

  #refuse(exchange: Exchange, refusal: Refusal): Response {
    return this.#finish(exchange, toRefusedResponse(exchange, refusal), refusal.why);
  }

  /** An answer that says "unchanged" costs the caller nothing. */
  #respond(exchange: Exchange, answer: Answer): Response {
    if (answer.status === 304) this.#counter.giveBack(exchange);
    return this.#finish(exchange, toResponse(exchange, answer));
  }

  /** Counts and logs what is about to be sent. */
  #finish(exchange: Exchange, response: Response, why?: Cause.Cause<unknown>): Response {
    const { status } = response;
    const tookMs = this.#clock.stopwatchMs() - exchange.startedMs;
    exchange.meter.record(status, tookMs);
    if (status >= 500 || this.#options.isAccessLogged) {
      logAnswer(this.#options.run, exchange, { status, tookMs, why });
    }
    return response;
  }
}
