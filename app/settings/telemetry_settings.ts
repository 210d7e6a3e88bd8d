/**
 * The settings of OpenTelemetry, by the names that its specification gives them.
 *
 * @module
 */
import { Option, Redacted } from "effect";
import { PROTOCOLS, type TelemetryOptions } from "../../adapters/otlp/telemetry.ts";
import type { Sampler } from "../../adapters/otlp/span_tracer.ts";
import {
  BARE_URL,
  parseHttpUrl,
  parseWhole,
  parseWord,
  type SettingReader,
} from "./setting_reader.ts";

/** Where traces and metrics go; none: nowhere. */
export type TelemetrySettings = Option.Option<TelemetryOptions>;

/** Milliseconds between exports, and for one of them. */
const WAIT_MS = [10, 600_000] as const;

/** Reads the `OTEL_*` settings. Without `OTEL_EXPORTER_OTLP_ENDPOINT` nothing is exported. */
export function readTelemetrySettings(reader: SettingReader): TelemetrySettings {
  const { text, parsed } = reader;
  const endpoint = parsed("OTEL_EXPORTER_OTLP_ENDPOINT", {
    fallback: undefined,
    parse: (text): Option.Option<string | undefined> => parseHttpUrl(text),
    hint: `it must be an http or https address ${BARE_URL}, such as http://127.0.0.1:4318; ` +
      "credentials go into OTEL_EXPORTER_OTLP_HEADERS",
  });
  const resource = pairs(reader, "OTEL_RESOURCE_ATTRIBUTES");
  const options = {
    protocol: parsed("OTEL_EXPORTER_OTLP_PROTOCOL", {
      fallback: "http/protobuf" as const,
      parse: parseWord(PROTOCOLS),
      hint: `use one of ${PROTOCOLS.join(", ")}`,
    }),
    headers: Redacted.make(pairs(reader, "OTEL_EXPORTER_OTLP_HEADERS")),
    serviceName: Option.getOrElse(
      text("OTEL_SERVICE_NAME"),
      () => resource["service.name"] ?? "strikeline",
    ),
    resource,
    sampler: readSampler(reader),
    spansEveryMs: waitMs(reader, "OTEL_BSP_SCHEDULE_DELAY", 5_000),
    metricsEveryMs: waitMs(reader, "OTEL_METRIC_EXPORT_INTERVAL", 60_000),
    timeoutMs: waitMs(reader, "OTEL_EXPORTER_OTLP_TIMEOUT", 10_000),
  };
  const isOff = word(reader, "OTEL_SDK_DISABLED", ["false", "true"]) === "true";
  const exports = {
    traces: word(reader, "OTEL_TRACES_EXPORTER", ["otlp", "none"]) === "otlp",
    metrics: word(reader, "OTEL_METRICS_EXPORTER", ["otlp", "none"]) === "otlp",
  };
  if (endpoint === undefined || isOff) return Option.none();
  return Option.some({
    ...options,
    tracesUrl: exports.traces ? `${endpoint}/v1/traces` : undefined,
    metricsUrl: exports.metrics ? `${endpoint}/v1/metrics` : undefined,
  });
}

/** Reads one of some words; the first is the default. */
function word<Word extends string>(
  { parsed }: SettingReader,
  name: string,
  words: readonly [Word, ...ReadonlyArray<Word>],
): Word {
  const hint = `use one of ${words.join(", ")}`;
  return parsed<Word>(name, { fallback: words[0], parse: parseWord(words), hint });
}

function waitMs({ parsed }: SettingReader, name: string, fallback: number): number {
  const hint = `send milliseconds, a whole number from ${WAIT_MS.join(" to ")}`;
  return parsed(name, { fallback, parse: parseWhole(...WAIT_MS), hint });
}

/** Reads `name=value,name=value`, percent-encoded. */
function pairs({ parsed }: SettingReader, name: string): Readonly<Record<string, string>> {
  return parsed(name, {
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
  const found = new Map<string, string>();
  for (const pair of text.split(",")) {
    const at = pair.indexOf("=");
    const name = decoded(pair.slice(0, Math.max(at, 0)).trim());
    const value = decoded(pair.slice(at + 1).trim());
    if (name === undefined || value === undefined) return Option.none();
    if (!NAME.test(name) || !VALUE.test(value)) return Option.none();
    found.set(name, value);
  }
  return Option.some(Object.fromEntries(found));
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

const SAMPLERS = [
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
  "always_on",
  "always_off",
  "traceidratio",
] as const;

function readSampler(reader: SettingReader): Sampler {
  const name = word(reader, "OTEL_TRACES_SAMPLER", SAMPLERS);
  const share = reader.parsed("OTEL_TRACES_SAMPLER_ARG", {
    fallback: 1,
    parse: parseShare,
    hint: "send the share of traces to keep, from 0 to 1, such as 0.1",
  });
  const ratio = name.endsWith("_on") ? 1 : name.endsWith("_off") ? 0 : share;
  return { ratio, isParentKept: name.startsWith("parentbased") };
}

function parseShare(text: string): Option.Option<number> {
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : NaN;
  return value <= 1 ? Option.some(value) : Option.none();
}
