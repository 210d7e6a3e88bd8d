import { describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import { pages as consolePages } from "../../../adapters/http/console/pages.ts";
import { fees } from "../../../adapters/http/fee/fees.ts";
import { pluginOperations } from "../edge/quiet_plugin.ts";
import { guidePath, GUIDES } from "../../../adapters/http/document/guides.ts";
import { openApiOf } from "../../../adapters/http/document/openapi.ts";
import { partsInPlace } from "../../../app/ship/openapi_document.ts";
import { responsesOf } from "../../../adapters/http/document/openapi_responses.ts";
import { service } from "../../../adapters/http/service/service.ts";
import { startPage } from "../../../adapters/http/service/start_page.ts";
import {
  ACTIVE_TARGET_EXAMPLE,
  ACTIVE_TARGET_FAILED_EXAMPLE,
  ActiveTargetWire,
} from "../../../adapters/http/price/wire_target.ts";
import {
  MARKET_WINDOW_EXAMPLE,
  MarketWindowWire,
} from "../../../adapters/http/price/wire_window.ts";
import { DOCUMENTED } from "../account/keyed_server.ts";
import { QUIET_EDGE } from "../edge/quiet_edge.ts";
import { TEST_OPERATIONS, testServer } from "../edge/test_server.ts";
import "../edge/wire_formats.ts";

const SERVICE = pluginOperations<never>((gate) => service(gate, QUIET_EDGE));

/** Every object in a value, at any depth. */
function* objectsIn(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield value as Record<string, unknown>;
  for (const item of Object.values(value)) yield* objectsIn(item);
}

/** The document of the keyed operations, with its shared parts in their places. */
function keyedPaths() {
  return partsInPlace(JSON.parse(JSON.stringify(openApiOf(DOCUMENTED, QUIET_EDGE))));
}

describe("the document", () => {
  const document = openApiOf([...TEST_OPERATIONS, ...SERVICE], QUIET_EDGE);
  const written = JSON.parse(JSON.stringify(document));

  test("is OpenAPI 3.1, and introduces itself in at most 15 lines", () => {
    expect(written.openapi).toBe("3.1.0");
    expect(written.info.version).toBe("1.0.0");
    expect(written.info.description.split("\n").length).toBeLessThanOrEqual(15);
    for (const { name } of GUIDES) expect(written.info.description).toContain(guidePath(name));
  });

  test("names a guide for the requests of every capability", () => {
    const { tags } = openApiOf(DOCUMENTED, QUIET_EDGE);
    expect(tags.length).toBeGreaterThan(3);
    for (const tag of tags) expect(tag).toHaveProperty("externalDocs.url");
  });

  test("has no dangling reference", () => {
    const refs = [...objectsIn(written)].flatMap(({ $ref }) => $ref === undefined ? [] : [$ref]);
    expect(refs.length).toBeGreaterThan(10);
    for (const ref of refs) {
      const found = String(ref).slice(2).split("/").reduce((node, key) => node?.[key], written);
      expect(found).toBeObject();
    }
    expect(JSON.stringify(written)).not.toContain("$id");
  });

  test("writes a choice of literals as one enum", () => {
    const { properties } = written.components.schemas.ProviderStatus;
    expect(properties.state).toEqual({
      description: expect.any(String),
      type: "string",
      enum: ["healthy", "degraded", "down", "off", "unknown"],
      examples: ["healthy"],
    });
    expect(properties.error_rate.anyOf).toHaveLength(2);
  });

  test("names every operation once", () => {
    const ids = [...objectsIn(written.paths)].flatMap(({ operationId }) => operationId ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBe(TEST_OPERATIONS.length + SERVICE.length);
  });

  test("lists what the edge itself may answer", () => {
    const statusesOf = (path: string, method: string) =>
      Object.keys(written.paths[path][method].responses);
    expect(statusesOf("/api/v1/echo", "get")).toEqual(["200", "400", "405", "413", "429", "500"]);
    expect(statusesOf("/api/v1/estimate", "post")).toContain("415");
    expect(statusesOf("/health", "get"))
      .toEqual(["200", "400", "405", "413", "429", "500", "502"]);
    const { $ref } = written.paths["/api/v1/echo"].get.responses["429"];
    expect($ref).toBe("#/components/responses/PlainTooManyRequests");
    expect(Object.keys(written.components.responses.PlainTooManyRequests.headers)).toEqual([
      "X-Request-Id",
      "X-RateLimit-Limit",
      "X-RateLimit-Remaining",
      "X-RateLimit-Reset",
      "X-Cache",
      "Retry-After",
    ]);
  });

  test("documents the idempotency header, and the header that marks a replay", () => {
    const { paths } = keyedPaths();
    const place = paths["/api/v1/simpleOrders/easyMarketOrder"].post;
    expect(place.parameters).toMatchObject([{ name: "Idempotency-Key", in: "header" }]);
    const headersOf = (status: number) => Object.keys(place.responses[status].headers);
    expect(
      Object.keys(place.responses).map(Number).filter((status) =>
        headersOf(status).includes("Idempotent-Replayed")
      ),
    ).toEqual([200, 400, 403, 503]);
    expect(headersOf(409)).toContain("Retry-After");
    const { get } = paths["/api/v1/orders"];
    expect(Object.keys(get.responses[200].headers)).not.toContain("Idempotent-Replayed");
  });

  test("documents both ways to send a key, and what a 401 asks for", () => {
    const { paths, components } = keyedPaths();
    expect(components.securitySchemes).toMatchObject({
      apiKey: { type: "apiKey", in: "header", name: "x-api-key" },
      bearer: { type: "http", scheme: "bearer" },
    });
    const { get } = paths["/api/v1/account"];
    expect(get.security).toEqual([{ apiKey: [] }, { bearer: [] }]);
    expect(Object.keys(get.responses[401].headers)).toContain("WWW-Authenticate");
    expect(Object.keys(get.responses[200].headers)).not.toContain("WWW-Authenticate");
  });

  test("documents which answers have an ETag, and how to send it", () => {
    const { paths } = keyedPaths();
    const { get } = paths["/api/v1/games"];
    expect(get.parameters).toContainEqual(
      expect.objectContaining({ name: "If-None-Match", in: "header", required: false }),
    );
    expect(get.responses[304].content).toBeUndefined();
    expect(
      Object.keys(get.responses).map(Number).filter((status) =>
        "ETag" in get.responses[status].headers
      ),
    ).toEqual([200, 304]);
    const account = paths["/api/v1/account"].get;
    expect(Object.keys(account.responses[200].headers)).not.toContain("ETag");
  });

  test("is what /openapi.json answers", async () => {
    const response = await testServer().get("/openapi.json");
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.json()).toEqual(written);
  });
});

/** Routes whose examples are checked. What they need of the world does not matter to that. */
const DESCRIBED = [
  ...SERVICE,
  ...pluginOperations(fees),
  ...DOCUMENTED,
];

describe.each(DESCRIBED.map((route) => [`${route.method} ${route.path}`, route] as const))(
  "%s",
  (_, route) => {
    const answers = responsesOf(route, QUIET_EDGE.ownCommand);

    test("has an example of every body it reads", () => {
      const { body } = route;
      if (body !== undefined) expect([...Value.Errors(body.schema, body.example)]).toEqual([]);
    });

    test("has a 2xx", () => {
      expect(answers.some(([status]) => status >= 200 && status < 300)).toBe(true);
    });

    // A 304 has no body.
    test.each(answers.filter(([status]) => status !== 304))(
      "%d has an example that fits its schema",
      (_, response) => {
        expect(response.schema).toBeDefined();
        if (response.schema === undefined) return;
        expect([...Value.Errors(response.schema, response.example)]).toEqual([]);
        expect(response.example).toBeDefined();
      },
    );
  },
);

describe("wire schemas", () => {
  test.each([
    ["a window", MarketWindowWire, MARKET_WINDOW_EXAMPLE],
    ["a target", ActiveTargetWire, ACTIVE_TARGET_EXAMPLE],
    ["a target that failed", ActiveTargetWire, ACTIVE_TARGET_FAILED_EXAMPLE],
  ])("fit the example of %s", (_, schema, example) => {
    expect([...Value.Errors(schema, example)]).toEqual([]);
    expect(Value.Check(schema, { ...example, ok: "yes", timestamp_start: "now" })).toBe(false);
  });
});

describe("the pages", () => {
  const { get } = testServer({
    plugins: (gate) => consolePages(gate, () => Promise.resolve({ files: [], sources: [] })),
  });

  test.each([
    ["/", "text/html"],
    ["/docs", "text/html"],
    ["/docs/start.js", "text/javascript"],
    ["/docs/swagger-ui.css", "text/css"],
    ["/docs/swagger-ui-bundle.js", "text/javascript"],
    ["/docs/stream", "text/html"],
    ["/favicon.ico", "image/x-icon"],
    ["/favicon.svg", "image/svg+xml"],
  ])("%s is %s", async (path, type) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toStartWith(type);
    expect((await response.blob()).size).toBeGreaterThan(100);
  });

  test.each(["/", "/docs"])("%s links the description of the stream", async (path) => {
    expect(await (await get(path)).text()).toContain(`href="/docs/stream"`);
  });

  test("the start page links only what a browser can open", () => {
    const [route] = TEST_OPERATIONS;
    if (route === undefined) throw new Error("no route");
    const socket = { ...route, answers: { 101: { description: "Open", type: "" } } };
    expect(startPage([route], QUIET_EDGE)).toContain(`href="${route.path}?`);
    expect(startPage([socket], QUIET_EDGE)).not.toContain(route.path);
    const keyed = startPage([{ ...route, access: "read" }], QUIET_EDGE);
    expect(keyed).not.toContain(`href="${route.path}`);
    expect(keyed).toContain(`<code>GET ${route.path}</code>`);
    const parameters = route.parameters.map((parameter) => ({
      ...parameter,
      liveExample: "eventId" as const,
    }));
    expect(startPage([{ ...route, parameters }], QUIET_EDGE)).not.toContain(route.path);
  });

  test("the start page lists what requires a key, and how to get one", () => {
    const page = startPage(DOCUMENTED, QUIET_EDGE);
    for (const { method, path } of DOCUMENTED) expect(page).toContain(`${method} ${path}`);
    expect(page).toContain(`href="/console/keys"`);
    expect(page).toContain("<code>strikeline account key &lt;email&gt;</code>");
    expect(startPage([], QUIET_EDGE)).not.toContain("With an API key");
  });

  const guides = GUIDES.map(({ name }) => guidePath(name));
  const pages = ["/", "/docs", "/docs/stream", "/docs/guide", ...guides];
  test.each(pages)("every link of %s resolves", async (path) => {
    const page = await (await get(path)).text();
    const links = [...page.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, link]) => link ?? "");
    expect(links.length).toBeGreaterThan(2);
    const own = /^(?!http:\/\/127\.0\.0\.1|https:\/\/)/;
    for (const link of new Set(links.filter((link) => own.test(link)))) {
      const [, to = "", anchor = ""] = /^([^#]*)#?(.*)$/.exec(link.replaceAll("&amp;", "&")) ?? [];
      if (to !== "") expect(to).toStartWith("/");
      const target = await get(to === "" ? path : to);
      expect([link, target.status === 404]).toEqual([link, false]);
      if (anchor === "") continue;
      // The reader of requests makes its own anchors, of operation ids.
      const isRequest = to === "/docs";
      const where = isRequest ? await (await get("/openapi.json")).text() : await target.text();
      const named = isRequest ? `"${anchor.split("/").at(-1)}"` : `id="${anchor}"`;
      expect([link, where.includes(named)]).toEqual([link, true]);
    }
  });
});
