/**
 * Servers in separate processes, so that none shares an event loop with another.
 *
 * @module
 */

const ROOT = new URL("../../", import.meta.url).pathname;

/** A process that serves. */
export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

/** Starts `bun run {file}` and waits until it prints the address of the service or a simulator. */
export async function startServer(
  file: string,
  { args = [], settings = {} }: {
    readonly args?: ReadonlyArray<string>;
    readonly settings?: Readonly<Record<string, string>>;
  } = {},
): Promise<ServerProcess> {
  const { PATH = "", HOME = "" } = process.env;
  const child = Bun.spawn([process.execPath, "run", file, ...args], {
    cwd: ROOT,
    env: { PATH, HOME, ...settings },
    stdout: "pipe",
    stderr: "inherit",
  });
  const url = await readAddress(child.stdout);
  if (url === undefined) throw new Error(`${file} ended before it served`);
  return {
    url,
    pid: child.pid,
    stop: async () => {
      child.kill();
      await child.exited;
    },
  };
}

async function readAddress(stdout: ReadableStream<Uint8Array>): Promise<string | undefined> {
  const decoder = new TextDecoder();
  const reader = stdout.getReader();
  let text = "";
  while (true) {
    const { done, value } = await reader.read();
    if (done) return undefined;
    text += decoder.decode(value, { stream: true });
    const url = /^ *(?:service|[\w-]+ simulator on) +(http:\S+)\s/m.exec(text)?.[1];
    if (url !== undefined) return url;
  }
}
