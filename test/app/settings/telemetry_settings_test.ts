import { describe, expect, test } from "bun:test";
import { Option, Redacted, Result } from "effect";
import { readEnvironment } from "../../../app/settings/settings.ts";
import { readTelemetrySettings } from "../../../app/settings/telemetry_settings.ts";

const read = (environment: Record<string, string>) =>
  readEnvironment(environment, readTelemetrySettings);
const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318/" };
const telemetry = (environment: Record<string, string> = {}) =>
  Option.getOrThrow(Result.getOrThrow(read({ ...ENDPOINT, ...environment })));

describe("readTelemetrySettings()", () => {
  test.each<[Record<string, string>]>([
    [{}],
    [{ OTEL_SERVICE_NAME: "mine", OTEL_TRACES_SAMPLER: "always_on" }],
    [{ ...ENDPOINT, OTEL_SDK_DISABLED: "TRUE" }],
  ])("exports nothing with %p", (environment) => {
    expect(Result.getOrThrow(read(environment))).toEqual(Option.none());
  });

  test("reads what is chosen", () => {
    const chosen = telemetry({
      OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20a%2Cb, x-team = one",
      OTEL_RESOURCE_ATTRIBUTES: "service.name=other,deployment.environment.name=live",
      OTEL_TRACES_EXPORTER: "none",
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
    });
    expect(Redacted.value(chosen.headers)).toEqual({
      authorization: "Bearer a,b",
      "x-team": "one",
    });
    expect(chosen).toMatchObject({
      serviceName: "other",
      tracesUrl: undefined,
      metricsUrl: "http://127.0.0.1:4318/v1/metrics",
      protocol: "http/json",
    });
    expect(telemetry({ OTEL_SERVICE_NAME: "mine" }).serviceName).toBe("mine");
  });

  test.each<[string, string | undefined, number, boolean]>([
    ["always_on", "0.5", 1, false],
    ["always_off", undefined, 0, false],
    ["traceidratio", "0.25", 0.25, false],
    ["parentbased_always_on", undefined, 1, true],
    ["parentbased_always_off", undefined, 0, true],
    ["parentbased_traceidratio", "0", 0, true],
    ["traceidratio", undefined, 1, false],
  ])("understands the sampler %s with %p", (name, argument, ratio, isParentKept) => {
    const { sampler } = telemetry({
      OTEL_TRACES_SAMPLER: name,
      ...argument === undefined ? {} : { OTEL_TRACES_SAMPLER_ARG: argument },
    });
    expect(sampler).toEqual({ ratio, isParentKept });
  });

  test.each<[string, string]>([
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "127.0.0.1:4318"],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "grpc://127.0.0.1:4317"],
    ["OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"],
    ["OTEL_TRACES_SAMPLER", "jaeger_remote"],
    ["OTEL_TRACES_SAMPLER_ARG", "1.5"],
    ["OTEL_TRACES_SAMPLER_ARG", "half"],
    ["OTEL_BSP_SCHEDULE_DELAY", "soon"],
    ["OTEL_RESOURCE_ATTRIBUTES", "environment"],
    ["OTEL_SDK_DISABLED", "yes"],
  ])("stops the start with one line where %s is %p", (name, value) => {
    const complaints = Result.match(read({ [name]: value }), {
      onSuccess: () => [],
      onFailure: (lines) => lines,
    });
    expect(complaints).toEqual([expect.stringContaining(`Cannot use ${name} "${value}": `)]);
  });

  test.each(["secret", "a=%zz", "a b=secret", "a=secret%0Ax: y"])(
    "never prints headers, not even wrong ones: %p",
    (value) => {
      const result = read({ ...ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS: value });
      const [line = ""] = Result.isFailure(result) ? result.failure : [];
      expect(line).toStartWith("Cannot use OTEL_EXPORTER_OTLP_HEADERS: ");
    },
  );
});
