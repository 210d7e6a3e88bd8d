import { afterEach, expect, spyOn, test } from "bun:test";
import { main } from "../../../app/command/record.ts";

const complaints = spyOn(console, "error").mockImplementation(() => {});
afterEach(() => complaints.mockClear());

test.each([
  [[], "Add --out"],
  [["--out", "a", "b"], 'Cannot use "b"'],
  [["--out", "a", "--colour"], "Unknown option '--colour'"],
  [["--out", "a", "--assets", "btx"], 'Cannot use --assets "btx": Give some of btc,'],
  [["--out", "a", "--intervals", "5min,week"], 'Cannot use --intervals "week": Use one of 5min,'],
])("bun run record %j is refused", async (args, message) => {
  expect(await main(args)).toBe(1);
  expect(String(complaints.mock.calls[0]?.[0])).toStartWith(message);
});
