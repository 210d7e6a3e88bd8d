/** What axe-core finds wrong for readers who do not see, hear or move as others do. @module */
import type { Page } from "playwright-core";
import axe, { type AxeResults } from "axe-core";

/** Returns the serious faults of a page, each as its rule and the elements that break it. */
export async function seriousFaults(page: Page): Promise<ReadonlyArray<string>> {
  // Not as an element of the page: its policy allows only the service's own scripts.
  if (!await page.evaluate<boolean>("'axe' in globalThis")) await page.evaluate(axe.source);
  // Whatever else it found would be described, and sent, for nothing.
  const { violations } = await page.evaluate(
    `axe.run({ resultTypes: ["violations"] })`,
  ) as AxeResults;
  return violations.filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(" | ")}`);
}
