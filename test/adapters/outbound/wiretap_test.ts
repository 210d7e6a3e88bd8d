import { expect, test } from "bun:test";
import { Effect, Fiber } from "effect";
import {
  type Heard,
  makeHttpGet,
  runReconnectingSocket,
  Wiretap,
} from "../../../adapters/outbound/mod.ts";
import { layerProviderWatch } from "../../../adapters/process/provider_watch.ts";
import type { ProviderWatch } from "../../../core/port/provider_watch.ts";
import { until } from "../../until.ts";
import { serve } from "./socket_world.ts";

const watch = layerProviderWatch({ providers: [], off: [] });

/** Gives what is heard while a program runs. */
function heardOf<A, E>(program: Effect.Effect<A, E, ProviderWatch>) {
  const heard: Array<Heard> = [];
  const run = program.pipe(
    Effect.provideService(Wiretap, (one) => void heard.push(one)),
    Effect.provide(watch),
  );
  return { heard, run };
}

test("an answer is heard as it came, without the address and the headers of the call", async () => {
  using server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: () =>
      new Response('{"a":1}', {
        status: 404,
        headers: { date: "Fri, 27 Nov 2026 12:00:00 GMT" },
      }),
  });
  const { heard, run } = heardOf(Effect.gen(function* () {
    const get = yield* makeHttpGet({ provider: "a", timeoutMs: 60_000 });
    yield* get(`${server.url}book?token_id=7`, { authorization: "a secret" });
    yield* Effect.ignore(get("http://127.0.0.1:1/"));
  }));
  await Effect.runPromise(run);
  expect(heard).toEqual([{
    provider: "a",
    kind: "answer",
    about: "404 /book?token_id=7",
    text: '{"a":1}',
    providerMs: Date.parse("2026-11-27T12:00:00Z"),
  }]);
});

test("a socket is heard from its opening to its loss, also what is of no use", async () => {
  using server = serve((socket) => {
    socket.send("hello");
    socket.close(4003, "bye");
  });
  const { heard, run } = heardOf(runReconnectingSocket({
    provider: "b",
    silenceMsMax: 60_000,
    target: () => Effect.succeed({ url: server.url }),
    message: () => false,
  }));
  const fiber = Effect.runFork(run);
  await until(() => heard.length >= 3);
  await Effect.runPromise(Fiber.interrupt(fiber));
  expect(heard.slice(0, 3).map(({ kind, about, text }) => [kind, about, text])).toEqual([
    ["opened", "", ""],
    ["frame", "", "hello"],
    ["lost", "the provider closed with 4003 bye", ""],
  ]);
});
