/**
 * The settings of telemetry, by the names that its specification gives them.
 *
 * @module
 */
import { Effect, Option, Redacted } from "effect";
import { PROTOCOLS, type TelemetryOptions } from "../../adapters/otlp/telemetry.ts";
import { HTTP_URL, numberLike, oneOf, optional, setting, text, whole } from "./setting_reader.ts";

/** Where traces and metrics go; none: nowhere. */
export type TelemetrySettings = Option.Option<TelemetryOptions>;

const SAMPLERS = [
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
  "always_on",
  "always_off",
  "traceidratio",
] as const;

const SHARE = numberLike(/^\d+(\.\d+)?$/, {
  isAllowed: (share) => share <= 1,
  hint: "send the share of traces to keep, from 0 to 1, such as 0.1",
});

/** Reads the `OTEL_*` settings. Without `OTEL_EXPORTER_OTLP_ENDPOINT` nothing is exported. */
export const readTelemetrySettings: Effect.Effect<TelemetrySettings> = Effect.map(
  Effect.all({
    endpoint: optional("OTEL_EXPORTER_OTLP_ENDPOINT", {
      ...HTTP_URL,
      hint: `${HTTP_URL.hint}, such as http://127.0.0.1:4318; credentials go into ` +
        "OTEL_EXPORTER_OTLP_HEADERS",
    }),
    resource: pairs("OTEL_RESOURCE_ATTRIBUTES"),
    protocol: firstOf("OTEL_EXPORTER_OTLP_PROTOCOL", PROTOCOLS),
    headers: Effect.map(pairs("OTEL_EXPORTER_OTLP_HEADERS"), (them) => Redacted.make(them)),
    serviceName: text("OTEL_SERVICE_NAME"),
    sampler: firstOf("OTEL_TRACES_SAMPLER", SAMPLERS),
    share: setting("OTEL_TRACES_SAMPLER_ARG", { ...SHARE, fallback: 1 }),
    spansEveryMs: waitMs("OTEL_BSP_SCHEDULE_DELAY", 5_000),
    metricsEveryMs: waitMs("OTEL_METRIC_EXPORT_INTERVAL", 60_000),
    timeoutMs: waitMs("OTEL_EXPORTER_OTLP_TIMEOUT", 10_000),
    isOff: firstOf("OTEL_SDK_DISABLED", ["false", "true"]),
    traces: firstOf("OTEL_TRACES_EXPORTER", ["otlp", "none"]),
    metrics: firstOf("OTEL_METRICS_EXPORTER", ["otlp", "none"]),
  }),
  ({ endpoint, serviceName, resource, sampler, share, isOff, traces, metrics, ...options }) =>
    Option.map(
      Option.filter(endpoint, () => isOff === "false"),
      (endpoint) => ({
        ...options,
        resource,
        serviceName: Option.getOrElse(serviceName, () => resource["service.name"] ?? "strikeline"),
        sampler: {
          ratio: sampler.endsWith("_on") ? 1 : sampler.endsWith("_off") ? 0 : share,
          isParentKept: sampler.startsWith("parentbased"),
        },
        tracesUrl: traces === "otlp" ? `${endpoint}/v1/traces` : undefined,
        metricsUrl: metrics === "otlp" ? `${endpoint}/v1/metrics` : undefined,
      }),
    ),
);

/** Reads one of some words; the first is the default. */
function firstOf<const Word extends string>(
  name: string,
  words: readonly [Word, ...ReadonlyArray<Word>],
): Effect.Effect<Word> {
  return setting(name, { ...oneOf(words), fallback: words[0] });
}

/** Reads the time between exports, or for one of them. */
function waitMs(name: string, fallback: number): Effect.Effect<number> {
  const hint = "send milliseconds, a whole number from 10 to 600000";
  return setting(name, { ...whole(10, 600_000), fallback, hint });
}

/** Reads `name=value,name=value`, percent-encoded. */
function pairs(name: string): Effect.Effect<Readonly<Record<string, string>>> {
  return setting(name, {
    fallback: {},
    parse: parsePairs,
    hint: "send name=value pairs with commas between them, and other characters percent-encoded",
  });
}

/** A header's name (RFC 9110), which is enough for an attribute too. */
const NAME = /^[\w!#$%&'*+.^`|~-]{1,200}$/;
/** What a header's value may be. */
const VALUE = /^[\x20-\x7e]*$/;

function parsePairs(text: string): Option.Option<Readonly<Record<string, string>>> {
  const found = text.split(",").map((pair) => {
    const at = Math.max(pair.indexOf("="), 0);
    return [decoded(pair.slice(0, at)), decoded(pair.slice(at + 1))] as const;
  });
  return found.every(([name, value]) => NAME.test(name) && VALUE.test(value))
    ? Option.some(Object.fromEntries(found))
    : Option.none();
}

/** What is percent-encoded wrongly becomes a character that no name or value has. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.trim());
  } catch {
    return "\0";
  }
}
