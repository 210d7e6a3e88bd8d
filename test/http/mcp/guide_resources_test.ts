import { describe, expect, test } from "bun:test";
import { rpcClient } from "./rpc_client.ts";

const client = await rpcClient();
const { request, stateless } = client;

describe("a resource", () => {
  test("that does not exist has the code of its version, and its URI", async () => {
    const uri = "strikeline://guide/nothing";
    const before = await request("resources/read", { uri });
    expect(before.body["error"])
      .toEqual({ code: -32002, message: "Resource not found", data: { uri } });
    const now = await stateless("resources/read", { uri }, { "mcp-name": uri });
    expect(now.body["error"]).toMatchObject({ code: -32602, data: { uri } });
  });

  test("is a guide whose links lead to other resources", async () => {
    const { body } = await request("resources/list");
    const { resources } = body["result"] as {
      readonly resources: ReadonlyArray<{ readonly uri: string; readonly size: number }>;
    };
    const uris = resources.map(({ uri }) => uri);
    expect(uris).toContain("strikeline://guide/orders");
    for (const { uri, size } of resources) {
      const read = await request("resources/read", { uri });
      const { contents } = read.body["result"] as {
        readonly contents: ReadonlyArray<{ readonly text: string; readonly mimeType: string }>;
      };
      const [{ text, mimeType } = { text: "", mimeType: "" }] = contents;
      expect([Buffer.byteLength(text), mimeType]).toEqual([size, "text/markdown"]);
      const links = [...text.matchAll(/\]\((strikeline:[^)]*)\)/g)].map(([, to]) => to ?? "");
      for (const link of links) expect(uris).toContain(link);
      expect(text).not.toMatch(/\]\(\w+\.md/);
    }
  });
});
