import { expect, test } from "bun:test";
import { createClient } from "../../../../app/client/typescript/mod.ts";

test("each call of the guide's table for those who know ccxt is one of the client", async () => {
  const guide = await Bun.file("adapters/http/document/guide/clients.md").text();
  const [, table = ""] = /## For those who know ccxt\n([^]*?)\n## /.exec(guide) ?? [];
  const rooms = createClient("http://127.0.0.1:1") as unknown as Record<
    string,
    Record<string, unknown>
  >;
  const named = table.split("\n").flatMap((row) => [
    ...(row.split("|")[2] ?? "").matchAll(/`(\w+)\.(\w+)\(/g),
  ]);
  expect(named.length).toBeGreaterThan(20);
  for (const [call, room = "", name = ""] of named) {
    const camel = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    expect([call, typeof rooms[room]?.[camel]]).toEqual([call, "function"]);
  }
});
