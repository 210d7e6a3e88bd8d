/**
 * What of a span leaves this machine: its names and times, never what went wrong in words.
 *
 * @module
 */
import { Cause, type Clock, Exit, Option, Tracer } from "effect";

/**
 * Which requests and jobs are traced. `ratio` is the share of those that begin here; `isParentKept`
 * says whether a caller's own decision wins over it.
 */
export interface Sampler {
  readonly ratio: number;
  readonly isParentKept: boolean;
}

/**
 * Exports the spans of `exporter` by the machine's `clock`: a sandbox may run its own faster.
 *
 * Of a failure only its name is exported, and no log line: sentences and causes may quote what
 * callers and providers sent.
 */
export function makeSpanTracer(
  exporter: Tracer.Tracer,
  { clock, sampler }: { readonly clock: Clock.Clock; readonly sampler: Sampler },
): Tracer.Tracer {
  const nowNanos = () => clock.currentTimeNanosUnsafe();
  return Tracer.make({
    span: (options) => {
      const sampled = isSampled(options, sampler);
      const span = exporter.span({ ...options, sampled, startTime: nowNanos() });
      const end = span.end.bind(span);
      return Object.assign(span, {
        end: (_: bigint, exit: Exit.Exit<unknown, unknown>) => end(nowNanos(), withoutWords(exit)),
        event: () => {},
      });
    },
  });
}

function isSampled(
  { parent, sampled, kind }: Parameters<Tracer.Tracer["span"]>[0],
  { ratio, isParentKept }: Sampler,
): boolean {
  // A call to a provider or to the store, for no request and no job, says nothing alone.
  if (Option.isNone(parent)) return kind !== "client" && Math.random() < ratio;
  // Within a trace of this process, and in a caller's, one decision holds for all spans.
  if (parent.value._tag === "Span" || isParentKept) return sampled;
  return shareOf(parent.value.traceId) < ratio;
}

/** Where a trace id lies between 0 and 1, by its random part: the same for every service. */
function shareOf(traceId: string): number {
  return Number.parseInt(traceId.slice(-13), 16) / 16 ** 13;
}

function withoutWords(exit: Exit.Exit<unknown, unknown>): Exit.Exit<unknown, unknown> {
  if (Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)) return exit;
  const failure = Cause.findErrorOption(exit.cause);
  return Exit.fail(new NamedFailure(Option.isSome(failure) ? nameOf(failure.value) : "Defect"));
}

function nameOf(failure: unknown): string {
  const { _tag, name } = Object(failure) as { readonly _tag?: unknown; readonly name?: unknown };
  return [_tag, name].find((one) => typeof one === "string") as string | undefined ?? "Failure";
}

/** A failure without sentence and stack. */
class NamedFailure extends Error {
  constructor(name: string) {
    super(name);
    this.name = name;
    this.stack = name;
  }
}
