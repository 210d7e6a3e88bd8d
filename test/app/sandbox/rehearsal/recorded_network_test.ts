import { describe, expect, test } from "bun:test";
import { Effect, Fiber, Result } from "effect";
import type { SocketOptions } from "../../../../adapters/outbound/mod.ts";
import { RecordedAnswers } from "../../../../app/sandbox/rehearsal/recorded_answers.ts";
import { RecordedNetwork } from "../../../../app/sandbox/rehearsal/recorded_network.ts";
import { VirtualTime } from "../../../../app/sandbox/rehearsal/virtual_time.ts";
import type { Received } from "../../../../core/recording/mod.ts";

const VENUE = "venue stream";
const received = (kind: Received["kind"], text = "", provider = VENUE): Received => ({
  ...{ feed: "books", kind, atMs: 0, providerMs: null, provider },
  about: kind === "lost" ? "it broke" : "",
  text,
});

/** A network at zero, with answers, and its sockets: what each heard, and how it ended. */
function start(...answered: ReadonlyArray<Received>) {
  const time = new VirtualTime(0);
  const answers = new RecordedAnswers(1);
  answers.add(answered, 0);
  const network = new RecordedNetwork(time, answers);
  const tick = () => time.fireDue();
  const connect = (provider = VENUE) => {
    const heard: Array<string> = [];
    let send = (_: string): void => {};
    const socket = {
      opened: (sendText: typeof send) => {
        send = sendText;
        heard.push("opened");
      },
      message: (text: string) => heard.push(text) > 0,
    } as unknown as SocketOptions;
    const fiber = Effect.runFork(network.connect(provider, socket));
    tick();
    return { heard, fiber, send: (text: string) => send(text) };
  };
  return { time, network, connect, tick };
}

describe("a recorded socket", () => {
  test("opens when the recorder's was open, and hears what that heard of its provider", () => {
    const { network, connect } = start();
    const { heard } = connect();
    expect(heard).toEqual([]);
    network.receive(received("opened"));
    network.receive(received("frame", "one"));
    network.receive(received("frame", "two", "relay"));
    expect(heard).toEqual(["opened", "one"]);
    const late = connect();
    network.receive(received("frame", "three"));
    expect([heard.at(-1), late.heard]).toEqual(["three", ["opened", "three"]]);
  });

  test("ends with the last of the recorder's", async () => {
    const { network, connect } = start();
    const { heard, fiber } = connect();
    for (const kind of ["opened", "opened", "lost"] as const) network.receive(received(kind));
    network.receive(received("frame", "still"));
    expect(heard).toEqual(["opened", "still"]);
    network.receive(received("lost"));
    expect(await Effect.runPromise(Fiber.join(fiber))).toEqual({
      wasOpen: true,
      hadData: true,
      reason: "it broke",
    });
    const again = connect();
    expect(again.heard).toEqual([]);
  });

  test("gives whoever follows a book later what came before", () => {
    const { network, connect, tick } = start();
    const book = JSON.stringify([{ asset_id: "7", event_type: "book" }]);
    network.receive(received("opened"));
    network.receive(received("frame", book));
    const { heard, send } = connect();
    send('{"assets_ids":["7"],"type":"market"}');
    expect(heard).toEqual(["opened"]);
    tick();
    expect(heard).toEqual(["opened", book]);
  });
});

describe("a recorded answer", () => {
  const about = "404 /markets?id=7";
  const answered: Received = {
    ...received("answer", "none", "venue metadata"),
    about,
    atMs: 500,
    providerMs: Date.UTC(2026, 10, 27),
  };
  const url = "https://venue.example/markets?id=7";
  const question = { provider: "venue metadata", method: "GET", url } as const;

  test("comes with its status, and the provider's time, when it came", async () => {
    const { network, time } = start(answered);
    const fiber = Effect.runFork(network.answer(question));
    expect(fiber.pollUnsafe()).toBeUndefined();
    time.move(500);
    time.fireDue();
    const { status, text, headers } = await Effect.runPromise(Fiber.join(fiber));
    expect([status, text, headers.get("date")])
      .toEqual([404, "none", "Fri, 27 Nov 2026 00:00:00 GMT"]);
  });

  test("comes at once while the clock stands", async () => {
    const { network } = start(answered);
    network.isHurried = true;
    expect((await Effect.runPromise(network.answer(question))).text).toBe("none");
  });

  test.each([
    { ...question, url: "https://venue.example/markets?id=8" },
    { ...question, method: "POST" as const },
    { ...question, provider: "venue orders" },
  ])("to another question is a failure that says so: %j", async (other) => {
    const { network } = start(answered);
    const failed = Result.getOrThrow(
      Result.flip(await Effect.runPromise(Effect.result(network.answer(other)))),
    );
    expect([failed.reason, String(failed.cause)])
      .toEqual(["refused", `Error: ${other.method} /markets is not in the recording`]);
  });
});
