/**
 * The TypeScript client beside the service's own documents: what one has, the other has.
 *
 * @module
 */
import { afterAll, describe, expect, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { createClient, ROUTES } from "../../../../app/client/typescript/mod.ts";
import { CLIENT_TYPES_FOLDER, writeClientTypes } from "../../../../app/ship/client_types.ts";
import { openSandbox } from "../../open_sandbox.ts";
import { until } from "../../../until.ts";
import { makeFolder } from "../../../temporary_folder.ts";
import { collect, HELLO, startScripted } from "./stream/scripted_server.ts";

const { url } = await openSandbox();
const folder = makeFolder();
afterAll(folder.remove);

/** Requests that the client does not make: the stream has `connect`, metrics are for machines. */
const LEFT_OUT = ["GET stream", "GET /metrics"];

const readJson = async (path: string) => await (await fetch(url + path)).json();

describe("the requests", () => {
  test("are those of /openapi.json", async () => {
    const { paths } = await readJson("/openapi.json") as {
      readonly paths: Readonly<Record<string, object>>;
    };
    const documented = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) =>
        `${method.toUpperCase()} ${path}`.replace(" /api/v1/", " ")
      )
    );
    const named = Object.values(ROUTES).flatMap((routes): ReadonlyArray<string> =>
      Object.values(routes)
    );
    expect(documented.length).toBeGreaterThan(20);
    expect([...named, ...LEFT_OUT].toSorted()).toEqual(documented.toSorted());
  });

  test("are documented in at most 323,500 bytes, as each shared part is written once", async () => {
    const text = await (await fetch(`${url}/openapi.json`)).text();
    expect(text.length).toBeLessThanOrEqual(323_500);
  });

  test("take and answer what /openapi.json says: else run `bun run client-types`", async () => {
    const made = join(folder.path, "wire/");
    await writeClientTypes(url, made);
    const textsOf = async (path: string) =>
      Object.fromEntries(
        await Promise.all(
          (await readdir(path)).toSorted().map(async (file) =>
            [file, await Bun.file(join(path, file)).text()] as const
          ),
        ),
      );
    expect(await textsOf(CLIENT_TYPES_FOLDER)).toEqual(await textsOf(made));
  }, 300_000);
});

interface Schema {
  readonly required: ReadonlyArray<string>;
  readonly properties: Readonly<Record<string, Schema & { readonly type?: string }>>;
}

const { components, operations } = await readJson("/asyncapi.json") as {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
  readonly operations: Readonly<
    Record<string, { readonly messages: ReadonlyArray<{ readonly $ref: string }> }>
  >;
};
const schemaOf = (name: string) => components.schemas[name] ?? expect.unreachable(name);

/** The interface of each frame that the service sends. */
const FRAMES: Readonly<Record<string, string>> = {
  HelloFrame: "HelloFrame",
  SubscribedFrame: "SubscribedFrame",
  UnsubscribedFrame: "UnsubscribedFrame",
  PongFrame: "PongFrame",
  ErrorFrame: "ErrorFrame",
  FeedFrame: "FeedEvent",
  GapFrame: "GapEvent",
  GameFrame: "GameEvent",
  OrderFrame: "OrderEvent",
  FillFrame: "FillEvent",
  ClaimFrame: "ClaimEvent",
  SplitFrame: "SplitEvent",
  MergeFrame: "MergeEvent",
  TargetFrame: "TargetEvent",
  TwapFrame: "TwapEvent",
  SpotFrame: "SpotEvent",
  WindowFrame: "WindowFrame",
  QuoteFrame: "QuoteFrame",
};

describe("the frames of the stream", () => {
  test("are all known", () => {
    const sent = Object.keys(components.schemas).filter((name) =>
      name.endsWith("Frame") && schemaOf(name).properties["type"] !== undefined
    );
    expect(sent.toSorted()).toEqual(Object.keys(FRAMES).toSorted());
    expect(Object.keys(operations).length).toBeGreaterThan(5);
  });

  test.each(Object.entries(FRAMES))("%s has the documented fields", async (frame, name) => {
    // Types are gone when tests run: the fields are those of the formatted source.
    const texts = ["frame.ts", "action_frame.ts", "window_frame.ts"].map((file) =>
      Bun.file(`app/client/typescript/stream/${file}`).text()
    );
    const source = (await Promise.all(texts)).join("");
    const [, fields = ""] = new RegExp(`interface ${name} {\\n([^]*?)\\n}`).exec(source) ?? [];
    const declared = [...fields.matchAll(/^ {2}readonly (\w+\??):/gm)].map(([, field]) => field);
    const { required, properties } = schemaOf(frame);
    const documented = Object.keys(properties).map((name) =>
      `${name}${required.includes(name) ? "" : "?"}`
    );
    expect(declared.toSorted()).toEqual(documented.toSorted());
  });

  test("that subscribe use every field, and the client's key", async () => {
    const hello = { ...HELLO, lockstep: true };
    const server = startScripted({ hello: (peer) => peer.send(hello) });
    const options = { apiKey: "sk_test_1", stream: { lockstep: true } };
    const { stream } = createClient(server.url, options);
    const since = 1;
    collect(stream.targets({ assets: ["btc"], intervals: ["5min"], since }));
    collect(stream.twap({ assets: ["btc"], windows: [60], since }));
    collect(stream.games({ leagues: ["nba"], since }));
    collect(stream.orders({ wallets: ["w"], since }));
    collect(stream.windows({ assets: ["btc"], intervals: ["5min"], since, legs: true }));
    collect(stream.spot({ assets: ["btc"] }));
    const peer = await server.subscribed(0);
    await until(() => peer.ops("subscribe").length === 6);
    const sent = peer.ops("subscribe");
    const names = ["Targets", "Twap", "Games", "Orders", "Windows", "Spot"];
    for (const [index, name] of names.entries()) {
      const { properties } = schemaOf(`Subscribe${name}Frame`);
      expect(Object.keys(sent[index] ?? {}).toSorted())
        .toEqual(Object.keys(properties).toSorted());
    }
    for (const index of [2, 3]) expect(sent[index]?.["key"]).toBe("sk_test_1");
    stream.close();
    server.stop();
  });
});
