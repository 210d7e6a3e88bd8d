/** A maker as a process, and the book that it prints in the end. @module */
import type { Book, BookFill, BookOrder } from "./judge_books.ts";

/** A maker that trades. */
export interface Maker {
  readonly signal: (signal: "SIGSTOP" | "SIGCONT" | "SIGKILL") => void;
  readonly isOver: () => boolean;
  /** How many orders it has placed. */
  readonly placed: () => number;
  /** Ends its input, so that it trades no more, and resolves to its book once all is settled. */
  readonly end: () => Promise<Book>;
}

/** What it prints: an order when it has placed it, and in the end its book. */
interface Line {
  readonly placed?: string;
  readonly order?: BookOrder;
  readonly fill?: BookFill;
}

/** Starts one by the command of its program. */
export function startMaker(
  command: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>>,
): Maker {
  const child = Bun.spawn([...command], {
    env: environment,
    stdin: "pipe",
    stdout: "pipe",
    stderr: "pipe",
  });
  let printed = "";
  const complained = new Response(child.stderr).text();
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of child.stdout) printed += decoder.decode(chunk, { stream: true });
  })();
  return {
    signal: (signal) => child.kill(signal),
    isOver: () => child.exitCode !== null,
    placed: () => printed.split('{"placed"').length - 1,
    end: async () => {
      await child.stdin.end();
      const [code] = await Promise.all([child.exited, reading]);
      if (code !== 0) throw new Error(`${command.join(" ")} ended: ${await complained}`);
      const lines = printed.split("\n").filter((line) => line !== "")
        .map((line): Line => JSON.parse(line));
      return {
        placed: lines.flatMap(({ placed }) => placed ?? []),
        orders: lines.flatMap(({ order }) => order ?? []),
        fills: lines.flatMap(({ fill }) => fill ?? []),
      };
    },
  };
}
