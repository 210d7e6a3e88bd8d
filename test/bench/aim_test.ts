import { expect, test } from "bun:test";
import { aimText } from "./aim.ts";
import { findingWith, plainFinding } from "./made_finding.ts";

test.each([
  ["at most ratio 1.15: met", findingWith([1, 1.15, 9], { aim: { ratio: 1.15 } })],
  ["at most ratio 1.15: missed", findingWith([1, 1.16, 1.2], { aim: { ratio: 1.15 } })],
  ["at least ratio 0.9: met", findingWith([0.9], { better: "higher", aim: { ratio: 0.9 } })],
  ["at least ratio 0.9: missed", findingWith([0.8], { better: "higher", aim: { ratio: 0.9 } })],
  ["at most 50 MB: met", { ...plainFinding([50]), aim: { value: 50 } }],
  ["at most 50 MB: missed", { ...plainFinding([51]), aim: { value: 50 } }],
  ["", plainFinding([51])],
])("%s", (text, finding) => {
  expect(aimText(finding)).toBe(text);
});
