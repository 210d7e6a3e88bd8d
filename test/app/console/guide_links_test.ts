/** The console's links to guides. @module */
import { expect, test } from "bun:test";
import { GUIDES } from "../../../adapters/http/document/guides.ts";
import { GUIDE_LINKS } from "../../../app/console/tools/guide_links.ts";

test("every guide is linked by its name and title, in the order of the guides", () => {
  expect(GUIDE_LINKS.map(([name, title]) => ({ name, title }))).toEqual(
    GUIDES.map(({ name, title }) => ({ name, title })),
  );
});
