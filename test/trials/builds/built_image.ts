/**
 * Does what a Dockerfile's steps do where no Docker is: the same commands, in a folder that stands
 * for each image.
 *
 * Absolute paths lead into that folder, which base images leave empty: commands find the programs
 * of this machine.
 *
 * @module
 */
import { chmodSync, chownSync, cpSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import process from "node:process";
import { Copy, DockerfileParser } from "dockerfile-ast";

/** What a container of the image is started with. */
export interface BuiltImage {
  readonly from: string;
  /** The folder that stands for its root. */
  readonly root: string;
  readonly workdir: string;
  readonly user: string;
  readonly env: Readonly<Record<string, string>>;
  readonly volumes: ReadonlyArray<string>;
  readonly entrypoint: ReadonlyArray<string>;
  readonly cmd: ReadonlyArray<string>;
  readonly healthcheck: ReadonlyArray<string>;
}

type Image = { -readonly [Name in keyof BuiltImage]: BuiltImage[Name] };

/** Where files are copied from, and where the images are made. */
interface BuildOptions {
  readonly context: string;
  readonly folder: string;
  /** The environment of the commands. */
  readonly env: Readonly<Record<string, string>>;
}

/** Carries out all steps, and returns the last image. Throws at a step that fails or is unknown. */
export async function buildImage(dockerfile: string, options: BuildOptions): Promise<BuiltImage> {
  const images = new Map<string, Image>();
  let image: Image | undefined;
  for (const instruction of DockerfileParser.parse(dockerfile).getInstructions()) {
    const keyword = instruction.getKeyword();
    const words = instruction.getArguments().map((argument) => argument.getValue());
    if (keyword === "FROM") {
      const [from = "", , name = String(images.size)] = words;
      image = newImage(from, join(options.folder, name));
      images.set(name, image);
      continue;
    }
    if (image === undefined) throw new Error(`${keyword} stands before FROM`);
    if (keyword === "RUN") {
      await runStep(image, instruction.getRawArgumentsContent() ?? "", options);
    } else if (instruction instanceof Copy) {
      copyStep(image, instruction, { images, context: options.context });
    } else settingStep(image, keyword, words);
  }
  if (image === undefined) throw new Error("nothing to build");
  return image;
}

function newImage(from: string, root: string): Image {
  mkdirSync(root, { recursive: true });
  const none: ReadonlyArray<string> = [];
  return {
    ...{ from, root, workdir: "/", user: "root", env: {} },
    ...{ volumes: none, entrypoint: none, cmd: none, healthcheck: none },
  };
}

async function runStep(
  { root, workdir }: Image,
  line: string,
  { env }: Pick<BuildOptions, "env">,
): Promise<void> {
  const child = Bun.spawn(["sh", "-c", line], {
    cwd: join(root, workdir),
    env: { ...env },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  if (await child.exited !== 0) throw new Error(`RUN ${line}: ${out}${err}`);
}

interface CopySources {
  readonly images: ReadonlyMap<string, Image>;
  readonly context: string;
}

/** A folder's content is copied, a file goes into a folder whose name ends with a slash. */
function copyStep(
  { root, workdir }: Image,
  instruction: Copy,
  { images, context }: CopySources,
): void {
  const paths = instruction.getArguments().map((argument) => argument.getValue());
  const flags = new Map(
    instruction.getFlags().map((flag) => [flag.getName(), flag.getValue() ?? ""]),
  );
  const from = flags.get("from");
  const base = from === undefined ? context : images.get(from)?.root;
  if (base === undefined) throw new Error(`COPY --from=${from}: there is no such stage`);
  const target = paths.at(-1) ?? "";
  for (const path of paths.slice(0, -1)) {
    const source = join(base, path);
    const isInto = target.endsWith("/") && !statSync(source).isDirectory();
    const to = join(root, resolve(workdir, target), isInto ? basename(path) : "");
    cpSync(source, to, { recursive: true });
    const [uid, gid] = (flags.get("chown") ?? "").split(":").map(Number);
    if (uid !== undefined && gid !== undefined && process.getuid?.() === 0) chownSync(to, uid, gid);
  }
}

function settingStep(image: Image, keyword: string, words: ReadonlyArray<string>): void {
  const [first = ""] = words;
  if (keyword === "WORKDIR") {
    image.workdir = resolve(image.workdir, first);
    mkdirSync(join(image.root, image.workdir), { recursive: true });
  } else if (keyword === "ENV") {
    image.env = { ...image.env, ...Object.fromEntries(words.map((word) => word.split("="))) };
  } else if (keyword === "USER") image.user = first;
  else if (keyword === "VOLUME") image.volumes = execForm(words);
  else if (keyword === "ENTRYPOINT") image.entrypoint = execForm(words);
  else if (keyword === "CMD") image.cmd = execForm(words);
  else if (keyword === "HEALTHCHECK") {
    image.healthcheck = execForm(words.slice(words.indexOf("CMD") + 1));
  } else if (!["ARG", "EXPOSE"].includes(keyword)) {
    // No argument of the build is given, and none has a default.
    throw new Error(`${keyword} is not carried out here`);
  }
}

/** An image without a shell has no other form. */
function execForm(words: ReadonlyArray<string>): ReadonlyArray<string> {
  return JSON.parse(words.join(" "));
}

/** Takes the right to write from a folder and all in it. */
export function makeReadOnly(path: string): void {
  if (statSync(path).isDirectory()) {
    for (const name of readdirSync(path)) makeReadOnly(join(path, name));
  }
  chmodSync(path, 0o555);
}
