import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { spellPath } from "../../../../adapters/http/edge/server.ts";
import { testServer } from "../test_server.ts";

const { get } = testServer();
const urlOf = (path: string) => spellPath(new Request(`http://x${path}`)).url;

const escaped = (char: string, isUpper: boolean) => {
  const hex = char.charCodeAt(0).toString(16);
  return `%${isUpper ? hex.toUpperCase() : hex}`;
};

describe("a path", () => {
  test("is the same with any of its unreserved characters escaped", () => {
    const unreserved = [..."abcxyzABCXYZ0189-._~"];
    const segment = fc.string({ unit: fc.constantFrom(...unreserved), minLength: 1 })
      .filter((text) => text !== "." && text !== "..");
    fc.assert(
      fc.property(
        fc.array(segment, { minLength: 1 }),
        fc.infiniteStream(fc.nat(3)),
        (parts, how) => {
          const path = `/${parts.join("/")}`;
          const spelled = [...path].map((char) => {
            const { value } = how.next();
            return char === "/" || value < 2 ? char : escaped(char, value === 2);
          }).join("");
          expect(urlOf(spelled)).toBe(`http://x${path}`);
          expect(urlOf(`${spelled}?a=%61%2F`)).toBe(`http://x${path}?a=%61%2F`);
        },
      ),
    );
  });

  test.each([
    "/a%2Fb",
    "/a%2fb",
    "/a%3Fb",
    "/a%25b",
    "/%2561",
    "/%C3%A9",
    "/%zz",
    "/%",
    "/%6",
    "/a?b=%61",
    "/%00",
  ])("%s stays as it is", (path) => expect(urlOf(path)).toBe(`http://x${path}`));

  test("has no steps that it did not have: the runtime reads those before", () => {
    const escapedDots = { url: "http://x/a/%2e%2e/%2E/b%2e" } as Request;
    expect(spellPath(escapedDots).url).toBe("http://x/a/%2e%2e/%2E/b.");
  });

  test("is found without a host, which HTTP/1.0 need not name", () => {
    expect(spellPath({ url: "/%61/b?c=%61" } as Request).url).toBe("http://localhost/a/b?c=%61");
    expect(spellPath({ url: "/api/v1/echo" } as Request).url).toBe("http://localhost/api/v1/echo");
  });
});

describe("a route", () => {
  test.each([
    ["/api/v1/c%61ched", 200],
    ["/%61pi/v1/%63ache%64", 200],
    ["/openapi%2Ejson", 200],
    ["/docs/guide/all%2emd", 200],
    ["/api/v1%2Fcached", 404],
    ["/api/v1/c%2561ched", 404],
    ["/api/v1/c%61che", 404],
  ])("is found at %s: %d", async (path, status) => {
    expect((await get(path)).status).toBe(status);
  });

  test("is the same for every method, and told by the same count", async () => {
    const path = "/api/v1/c%61ched";
    const refused = await get(path, { method: "POST" });
    expect([refused.status, refused.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
    expect((await get(path, { method: "HEAD" })).headers.get("content-length")).toBe("15");
    expect((await get(path, { method: "OPTIONS" })).status).toBe(204);
    const counts = await (await get("/metrics")).text();
    expect(counts).not.toContain("%61");
  });

  test("gets the values of its parts as they were meant", async () => {
    const echo = async (part: string) => (await get(`/api/v1/event/${part}`)).json();
    expect(await echo("%61%2Fb")).toEqual({ eventId: "a/b" });
    expect(await echo("%2561")).toEqual({ eventId: "%61" });
    expect(await echo("caf%c3%A9")).toEqual({ eventId: "café" });
  });
});
