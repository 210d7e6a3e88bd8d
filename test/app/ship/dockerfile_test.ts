import { describe, expect, test } from "bun:test";
import { Copy, DockerfileParser } from "dockerfile-ast";
import { validate } from "dockerfile-utils";
import packageJson from "../../../package.json" with { type: "json" };

const dockerfile = await Bun.file("Dockerfile").text();
const instructions = DockerfileParser.parse(dockerfile).getInstructions();

describe("the Dockerfile", () => {
  test("has nothing that its linter complains about", () => {
    expect(validate(dockerfile)).toEqual([]);
    expect(validate(`${dockerfile}CMD start\nEXPOSE 0x\n`)).not.toEqual([]);
  });

  test("builds with the version of Bun that everything else uses", async () => {
    const version = packageJson.devDependencies["bun-types"];
    expect(dockerfile).toContain(`FROM oven/bun:${version}-slim `);
    expect(await Bun.file("bin/strikeline.js").text()).toContain(`const BUN = "${version}";`);
  });

  test("copies what .dockerignore lets through, and nothing else", async () => {
    const ignored = (await Bun.file(".dockerignore").text()).trim().split("\n");
    const copied = instructions.filter((step) => step instanceof Copy)
      .filter((step) => step.getFlags().every((flag) => flag.getName() !== "from"))
      .flatMap((step) => step.getArguments().map((argument) => argument.getValue()).slice(0, -1));
    expect(ignored.toSorted()).toEqual(["*", ...copied.map((path) => `!${path}`)].toSorted());
  });
});
