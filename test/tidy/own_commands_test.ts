/** Commands are written for the way in which a process was started, and never by hand. @module */
import { expect, test } from "bun:test";
import packageJson from "../../package.json" with { type: "json" };
import { offenders, type Source } from "./sources.ts";

/** What may have the words of a command, and why that is none that anybody pastes. */
const EXEMPT: ReadonlySet<string> = new Set([
  // They write commands, and find them in guides.
  "app/wiring/own_command.ts",
  "adapters/http/document/guides.ts",
  // It knows launchers by what they are called as.
  "app/system/launchers.ts",
  // The files that they write are sources.
  "app/ship/client_types.ts",
  "app/ship/python_text.ts",
  // The name of a format, and what ids are drawn from.
  "app/command/backup/backup_format.ts",
  "app/sandbox/demo_identity.ts",
]);

const SCRIPTS = Object.keys(packageJson.scripts).join("|");
const BY_HAND = new RegExp(`\\bbun run\\b|\\bnpx\\b|\\bbun@\\d|\\bstrikeline (${SCRIPTS})\\b`);

function commandsByHand({ path, text }: Source): ReadonlyArray<string> {
  if (!/^(core|adapters|app)\//.test(path) || EXEMPT.has(path)) return [];
  const isComment = (line: string) => /^ *(\/\/|\/?\*)/.test(line);
  return text.split("\n").flatMap((line) =>
    BY_HAND.test(line) && !isComment(line) ? [line.trim()] : []
  );
}

test("no source has a command of the service that is written by hand", () => {
  expect(offenders(commandsByHand)).toEqual([]);
});

test.each([
  'const HINT = "Add it: bun run account add <email>";',
  "`Usage: npx strikeline start`",
  "<code>strikeline account link you@example.com</code>",
  '"npx -y bun@1.4.5 run probe"',
])("a command by hand is found: %s", (line) => {
  expect(commandsByHand({ path: "app/command/start.ts", text: `${line}\n` })).toEqual([line]);
});
