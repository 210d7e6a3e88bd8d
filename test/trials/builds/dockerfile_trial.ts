/** The steps of the Dockerfile, carried out where no Docker is. @module */
import { expect, test } from "bun:test";
import { chmodSync, lstatSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { NOWHERE } from "../../app/nowhere.ts";
import { startProgram } from "../../app/process.ts";
import { makeProgramFolder } from "../../app/ship/program_folder.ts";
import { freePort } from "../../free_port.ts";
import { withReason } from "../../skip_reason.ts";
import { tell } from "../tell.ts";
import { buildImage, type BuiltImage, makeReadOnly } from "./built_image.ts";

const dockerfile = await Bun.file("Dockerfile").text();

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
  return startProgram([...asUser, join(image.root, program), ...args], {
    cwd: join(image.root, image.workdir),
    settings: {
      ...Object.fromEntries(inside),
      ...NOWHERE,
      // A container's file system is read-only: nothing can be put aside in it.
      ...{ HOME: join(image.root, "nowhere"), TMPDIR: join(image.root, "nowhere") },
      PORT: port,
    },
  });
}

test.skipIf(skip !== undefined)(
  withReason("an image's service is started, asked for its health and stopped by its user", skip),
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
    const unwell = startIn(image, image.healthcheck, port);
    expect([await unwell.exited, unwell.printed()]).toEqual([1, ""]);
    expect(unwell.logged()).toBe(
      `http://127.0.0.1:${port}/health does not answer; set HOST and PORT as the service has ` +
        "them\n",
    );
    const service = startIn(image, command, port);
    await service.waitFor(new RegExp(`Strikeline answers on http://127.0.0.1:${port}`));
    const well = startIn(image, image.healthcheck, port);
    expect([await well.exited, well.logged()]).toEqual([0, ""]);
    const added = startIn(image, [...image.entrypoint, "account", "add", "me@x.y"], port);
    expect(await added.exited).toBe(0);
    service.kill("SIGTERM");
    expect(await service.exited).toBe(0);
    // What was stored is in the volume, and nothing is anywhere else.
    expect(readdirSync(join(image.root, "data"))).toEqual(["live"]);
    expect(readdirSync(image.root).toSorted()).toEqual(["app", "data"]);
    const [uid] = image.user.split(":").map(Number);
    const isTheirs = (name: string) => lstatSync(join("/tmp", name)).uid === uid;
    expect(isRoot ? readdirSync("/tmp").filter(isTheirs) : []).toEqual([]);
    tell({ done: "images", count: 1 });
  },
);
