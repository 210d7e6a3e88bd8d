import { expect, test } from "bun:test";
import { browserName } from "../../../app/console/account/browser_name.ts";

test("browsers are named by what they say", () => {
  const chrome = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) " +
    "Chrome/156.0.0.0 Safari/537.36";
  expect(browserName(chrome)).toBe("Chrome 156 on Linux");
  expect(browserName(`${chrome} Edg/156.0.0.0`)).toBe("Edge 156 on Linux");
  expect(
    browserName(
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 " +
        "(KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
    ),
  ).toBe("Safari 18 on iOS");
  expect(browserName("")).toBe("not said");
  expect(browserName("my own bot")).toBe("my own bot");
});
