/**
 * The style that browsers are sent is cut as text, by rules that fit what is written. A browser
 * says whether it means the same as its sources.
 *
 * @module
 */
import { expect, test } from "bun:test";
import { bundleConsole } from "../../app/wiring/console_files.ts";
import type { OpenConsole } from "./open_console.ts";

/** Declares their test. */
export function styleClaims({ browser }: OpenConsole): void {
  test("the style that is sent means what its sources say", async () => {
    const page = await browser.open("about:blank");
    const folder = new URL("../../app/console/style/", import.meta.url).pathname;
    const names = [...new Bun.Glob("*.css").scanSync(folder)];
    // A variable keeps its text as written: with spaces, or without.
    const rulesOf = async (css: string) =>
      await page.evaluate<ReadonlyArray<string>>(
        `{
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(${JSON.stringify(css)});
          [...sheet.cssRules].map(({ cssText }) => cssText.replaceAll(", ", ","));
        }`,
      );
    const written = await Promise.all(
      names.map(async (name) => rulesOf(await Bun.file(folder + name).text())),
    );
    const { files } = await bundleConsole();
    const sent = await rulesOf(files.find(({ kind }) => kind === "style")?.text ?? "");
    expect(written).not.toContainEqual([]);
    expect(sent.toSorted()).toEqual(written.flat().toSorted());
  });
}
