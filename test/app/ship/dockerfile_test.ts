import { afterAll, describe, expect, test } from "bun:test";
import { chmodSync, lstatSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { Copy, DockerfileParser } from "dockerfile-ast";
import { validate } from "dockerfile-utils";
import packageJson from "../../../package.json" with { type: "json" };
import { freePort } from "../../free_port.ts";
import { withReason } from "../../skip_reason.ts";
import { NOWHERE } from "../nowhere.ts";
import { buildImage, type BuiltImage, makeReadOnly } from "./built_image.ts";
import { makeProgramFolder } from "./program_folder.ts";

const dockerfile = await Bun.file("Dockerfile").text();
const instructions = DockerfileParser.parse(dockerfile).getInstructions();
const TIMEOUT_MS = 300_000;

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

const isRoot = process.getuid?.() === 0;
const skip = process.platform !== "linux"
  ? "skipped: the image is for Linux"
  : isRoot && Bun.which("setpriv") === null
  ? "skipped: there is no setpriv here"
  : undefined;

/** Starts a command of a container: its user, its folders, its environment and no other. */
function startIn(image: BuiltImage, command: ReadonlyArray<string>, port: string) {
  const [program = "", ...args] = command;
  const [uid, gid] = image.user.split(":");
  const asUser = isRoot ? ["setpriv", `--reuid=${uid}`, `--regid=${gid}`, "--clear-groups"] : [];
  const inside = Object.entries(image.env).map(([name, value]) =>
    [name, value.startsWith("/") ? join(image.root, value) : value] as const
  );
  const child = Bun.spawn([...asUser, join(image.root, program), ...args], {
    cwd: join(image.root, image.workdir),
    env: {
      ...Object.fromEntries(inside),
      ...NOWHERE,
      // A container's file system is read-only: nothing can be put aside in it.
      ...{ HOME: join(image.root, "nowhere"), TMPDIR: join(image.root, "nowhere") },
      ...{ PORT: port, BUN_JSC_useOMGJIT: "0" },
    },
    stdout: "pipe",
    stderr: "pipe",
  });
  afterAll(() => child.kill("SIGKILL"));
  return child;
}

async function ended(child: ReturnType<typeof startIn>) {
  const [printed, logged] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, printed, logged };
}

async function waitFor(child: ReturnType<typeof startIn>, text: string): Promise<void> {
  let printed = "";
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    printed += chunk;
    if (printed.includes(text)) return;
  }
  throw new Error(`never printed ${text}: ${printed}${await new Response(child.stderr).text()}`);
}

describe("its steps, carried out", () => {
  test.skipIf(skip !== undefined)(
    withReason("make a service that another user starts, asks for its health and stops", skip),
    async () => {
      const folder = makeProgramFolder();
      const tools = join(folder, "tools");
      await Bun.write(join(tools, "README"), "programs that the base image has, and no others");
      symlinkSync(process.execPath, join(tools, "bun"));
      for (const name of ["sh", "mkdir"]) symlinkSync(Bun.which(name) ?? "", join(tools, name));
      const { HOME = "" } = process.env;
      const image = await buildImage(dockerfile, {
        context: ".",
        folder,
        env: { HOME, PATH: tools },
      });
      expect(image.user).toBe("65532:65532");
      expect(image.volumes).toEqual(["/data"]);
      expect(readdirSync(image.root).toSorted()).toEqual(["app", "data"]);
      makeReadOnly(join(image.root, "app"));
      chmodSync(image.root, 0o555);

      const port = String(await freePort());
      const command = [...image.entrypoint, ...image.cmd];
      const unwell = await ended(startIn(image, image.healthcheck, port));
      expect([unwell.code, unwell.printed]).toEqual([1, ""]);
      expect(unwell.logged).toBe(
        `http://127.0.0.1:${port}/health does not answer; set HOST and PORT as the service has ` +
          "them\n",
      );
      const service = startIn(image, command, port);
      await waitFor(service, `Strikeline answers on http://127.0.0.1:${port}`);
      const well = await ended(startIn(image, image.healthcheck, port));
      expect(well).toMatchObject({ code: 0, logged: "" });
      const added = startIn(image, [...image.entrypoint, "account", "add", "me@x.y"], port);
      expect((await ended(added)).code).toBe(0);
      service.kill("SIGTERM");
      expect(await service.exited).toBe(0);
      // What was stored is in the volume, and nothing is anywhere else.
      expect(readdirSync(join(image.root, "data"))).toEqual(["live"]);
      expect(readdirSync(image.root).toSorted()).toEqual(["app", "data"]);
      const [uid] = image.user.split(":").map(Number);
      const isTheirs = (name: string) => lstatSync(join("/tmp", name)).uid === uid;
      expect(isRoot ? readdirSync("/tmp").filter(isTheirs) : []).toEqual([]);
    },
    TIMEOUT_MS,
  );
});
