/** Examples of the document that the service can be asked about. @module */
import { describe, expect, test } from "bun:test";
import { openApiOf } from "../../../adapters/http/document/openapi.ts";
import { partsInPlace } from "../../../app/ship/openapi_document.ts";
import { isKeyed } from "../../../adapters/http/edge/edge_path.ts";
import { gameServer } from "../game/game_server.ts";
import { DOCUMENTED, keyedServer } from "../account/keyed_server.ts";
import { QUIET_EDGE } from "../edge/quiet_edge.ts";

const { paths } = partsInPlace(JSON.parse(JSON.stringify(openApiOf(DOCUMENTED, QUIET_EDGE))));

const exampleOf = ({ method, path }: { readonly method: string; readonly path: string }) => {
  const { responses: ofPath } = paths[path][method.toLowerCase()];
  return (status: number) => ofPath[status].content["application/json"].example;
};

describe("the document's example", () => {
  const withoutBody = DOCUMENTED.filter((route) => isKeyed(route) && route.body === undefined);

  test.each(withoutBody.map((route) => [route.method, route.path, route] as const))(
    "of a refusal by %s %s is what is answered",
    async (method, path, route) => {
      const { ask, issue } = await keyedServer();
      expect<unknown>((await ask(path, undefined, { method })).body).toEqual(exampleOf(route)(401));
      if (route.access !== "trade") return;
      const lesser = await issue(["read"]);
      const forbidden = await ask(path, lesser.text, { method });
      const named = (text: string) => text.replace(/sk_live_[^.]*/, "");
      expect(named(forbidden.text)).toBe(named(JSON.stringify(exampleOf(route)(403))));
    },
  );

  test.each([["/api/v1/games", "league=nba&"], ["/api/v1/teams", ""]])(
    "of a cursor of %s can be gone on with",
    async (path, filters) => {
      const { ask, write } = gameServer();
      await write({});
      const { example } = paths[path].get.parameters.find(
        ({ name }: { readonly name: string }) => name === "cursor",
      );
      expect((await ask(`${path}?${filters}cursor=${example}`)).status).toBe(200);
      expect((await ask(`${path}?league=epl&cursor=${example}`)).body.hint).toContain("filters");
    },
  );

  test("of teams has no parameter that only games have", () => {
    expect(JSON.stringify(paths["/api/v1/teams"].get.parameters)).not.toMatch(/include|kickoff/);
  });
});
