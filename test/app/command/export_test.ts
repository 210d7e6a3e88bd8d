import { afterAll, afterEach, expect, spyOn, test } from "bun:test";
import { main } from "../../../app/command/export.ts";
import { makeFolder } from "../../temporary_folder.ts";
import { at, DAY, record, windowFrame } from "../recording/exported/recorded_day.ts";

const folder = makeFolder();
afterAll(folder.remove);
const complaints = spyOn(console, "error").mockImplementation(() => {});
const lines = spyOn(console, "log").mockImplementation(() => {});
afterEach(() => {
  complaints.mockClear();
  lines.mockClear();
});

await record(folder.path, [windowFrame(0), at(1, "books", "<html>")]);
const CSV = [folder.path, "--format", "csv"];

test.each([
  [[], "Add the folder of a recording"],
  [[folder.path, "--format", "xls"], 'Cannot use --format "xls": use parquet or csv'],
  [["/nowhere", "--format", "csv"], "Cannot find a recording in /nowhere"],
  [[...CSV, "more"], 'Cannot use "more"'],
  [[...CSV, "--day", "2026-01-02"], `Cannot use --day "2026-01-02": ${folder.path} has ${DAY}`],
  [[...CSV, "--tables", "book,qoutes"], 'Cannot use --tables "qoutes": use some of targets,'],
  [[...CSV, "--out", "/dev/null/a"], "Cannot export to /dev/null/a: "],
])("bun run export %j is refused", async (args, message) => {
  expect(await main(args)).toBe(1);
  expect(String(complaints.mock.calls[0]?.[0])).toStartWith(message);
});

test("bun run export writes Parquet where no format is asked for", async () => {
  expect(await main([folder.path, "--tables", "windows"])).toBe(0);
  expect(lines.mock.calls[0]?.[0]).toBe(`${folder.path}/export/windows/${DAY}.parquet  1 rows`);
});

test("bun run export says what it has written, and what it has left out", async () => {
  const printed = () => lines.mock.calls.map(([line]) => String(line));
  const chosen = ["--day", DAY, "--tables", "book,windows"];
  expect(await main([...CSV, ...chosen])).toBe(0);
  expect(printed()).toEqual([
    `${folder.path}/export/windows/${DAY}.csv  1 rows`,
    `${folder.path}/export/book/${DAY}.csv  0 rows`,
    "2 files written with 1 rows, 0 unchanged",
    "books: 1 left out that cannot be read",
  ]);
  lines.mockClear();
  expect(await main([...CSV, ...chosen])).toBe(0);
  expect(printed()).toEqual(["0 files written with 0 rows, 2 unchanged"]);
});
