/**
 * One trace for each request: a span from its arrival to its answer, and one for each step.
 *
 * Spans name the route's template, never the path, the query or a header: those may hold secrets.
 * Without tracing the pipeline has none of this, and a request costs what it costs.
 *
 * @module
 */
import { Context, Effect, Exit, Option, References, Tracer } from "effect";
import { type RouteMeter } from "./request_metrics.ts";
import { type Run } from "./run.ts";

/** The methods that a span names; every other one is the caller's own text. */
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"]);

/** The span of a request that is being answered. */
export type RequestSpan = Tracer.Span;

/** Traces the requests of one server. */
export class RequestTracing<Ports> {
  readonly #tracer: Tracer.Tracer;
  readonly #run: Run<Ports>;
  /** The span of the step that is running right now, synchronously. */
  #step: Tracer.Span | undefined;

  /** Runs with `run`, and makes spans with `tracer`. */
  constructor(tracer: Tracer.Tracer, run: Run<Ports>) {
    this.#tracer = tracer;
    this.#run = run;
  }

  /** Runs an effect; its spans belong to the step that runs it, if one does. */
  readonly run: Run<Ports> = (effect) =>
    this.#step === undefined || Exit.isExit(effect)
      ? this.#run(effect)
      : this.#run(inSpan(effect, this.#step));

  /** Begins the span of a request, in the caller's trace if it sent one. */
  begin(request: Request, { template }: Pick<RouteMeter, "template">): RequestSpan {
    const method = METHODS.has(request.method) ? request.method : "_OTHER";
    const parent = parentOf(request);
    const span = this.#open(`${method} ${template}`, { parent, kind: "server" });
    span.attribute("http.request.method", method);
    span.attribute("http.route", template);
    return span;
  }

  /** Ends the span of a request. */
  end(span: RequestSpan, { status, requestId }: {
    readonly status: number;
    readonly requestId: string;
  }): void {
    span.attribute("http.response.status_code", status);
    span.attribute("strikeline.request_id", requestId);
    span.end(0n, status < 500 ? Exit.void : Exit.fail(new AnsweredWithFailure(status)));
  }

  /** Runs a step of a request in a span, with everything that it runs before it waits. */
  step<A>(request: RequestSpan, name: string, take: () => A): A {
    const span = this.#open(name, { parent: Option.some(request), kind: "internal" });
    const outer = this.#step;
    this.#step = span;
    try {
      const taken = take();
      if (!(taken instanceof Promise)) {
        span.end(0n, Exit.void);
        return taken;
      }
      return taken.finally(() => span.end(0n, Exit.void)) as A;
    } finally {
      this.#step = outer;
    }
  }

  #open(
    name: string,
    { parent, kind }: {
      readonly parent: Option.Option<Tracer.AnySpan>;
      readonly kind: Tracer.SpanKind;
    },
  ): Tracer.Span {
    return this.#tracer.span({
      name,
      parent,
      kind,
      annotations: Context.empty(),
      links: [],
      // The tracer reads the machine's clock.
      startTime: 0n,
      root: Option.isNone(parent),
      sampled: Option.isNone(parent) || parent.value.sampled,
    });
  }
}

/** An answer of status 500 and above. */
class AnsweredWithFailure extends Error {
  constructor(status: number) {
    super(`status ${status}`);
    this.name = "AnsweredWithFailure";
  }
}

/** Below a span that is not exported no other one is made. */
function inSpan<A, E, R>(
  effect: Effect.Effect<A, E, R>,
  span: Tracer.Span,
): Effect.Effect<A, E, R> {
  return span.sampled
    ? Effect.provideService(effect, Tracer.ParentSpan, span) as Effect.Effect<A, E, R>
    : Effect.provideService(effect, References.TracerEnabled, false);
}

/** Version, trace, span and flags (W3C Trace Context, 3.2.2). A later version may have more. */
const TRACEPARENT =
  /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:$|-)/;
const TRACEPARENT_CHARS_MAX = 512;

/** Reads the caller's span; what is malformed is ignored, as the standard asks. */
function parentOf({ headers }: Request): Option.Option<Tracer.ExternalSpan> {
  const text = headers.get("traceparent") ?? "";
  if (text.length > TRACEPARENT_CHARS_MAX) return Option.none();
  const [, traceId, spanId, flags] = TRACEPARENT.exec(text) ?? [];
  if (traceId === undefined || spanId === undefined) return Option.none();
  // The lowest bit says whether the caller keeps its part of the trace.
  const sampled = (Number.parseInt(flags ?? "", 16) & 1) === 1;
  return Option.some(Tracer.externalSpan({ traceId, spanId, sampled }));
}
