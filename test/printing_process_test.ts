/** How processes are started that others talk to. @module */
import { expect, test } from "bun:test";
import { startPrinting } from "./printing_process.ts";

const pattern = /^ready (\w+)\n/m;

test("a process is ready once it says so, and has ended however that was", async () => {
  const command = ["sh", "-c", "echo first; echo ready $WHO; exec sleep 600"];
  const child = await startPrinting(command, { settings: { WHO: "me" }, pattern });
  expect([child.said, child.hasEnded()]).toEqual(["me", false]);
  await child.stop();
  expect(child.hasEnded()).toBe(true);
});

test("a process that ends before is told with what it printed", async () => {
  const said = startPrinting(["sh", "-c", "echo sorry"], { pattern }).catch(String);
  expect(await said).toContain("ended before it served: sorry");
});
