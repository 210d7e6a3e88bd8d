/** {@linkcode ProviderWatch} in memory: a provider is as its last call was. @module */
import { Effect, Layer } from "effect";
import { type ProviderReport, ProviderWatch } from "../../core/port/provider_watch.ts";

/** Keeps the last call of every provider. */
export const layerMemoryProviderWatch: Layer.Layer<ProviderWatch> = Layer.sync(
  ProviderWatch,
  () => {
    const reports = new Map<string, ProviderReport>();
    return ProviderWatch.of({
      record: ({ provider: name, ok, atMs }) =>
        Effect.sync(() => {
          const lastSuccessAtMs = ok ? atMs : reports.get(name)?.lastSuccessAtMs ?? null;
          const [state, errorRate] = ok ? ["healthy", 0] as const : ["down", 1] as const;
          reports.set(name, { name, state, lastSuccessAtMs, errorRate });
        }),
      reports: Effect.sync(() => [...reports.values()]),
    });
  },
);
