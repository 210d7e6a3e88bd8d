/**
 * Talks with the person who sets a service up: prints, asks, and reads secrets without echo.
 *
 * @module
 */
import { CommandFailed, type Read } from "../account/command_failure.ts";
import { readSecret, type SecretSource } from "../account/secret_input.ts";
import { Result } from "effect";

/** A talk. */
export interface Talk {
  readonly say: (...lines: ReadonlyArray<string>) => void;

  /** Asks until the answer can be read; an empty one is the default. */
  readonly ask: <A>(question: Question<A>) => Promise<A>;

  /** Asks for a secret, which the caller must overwrite. */
  readonly askSecret: (prompt: string) => Promise<Uint8Array>;
}

/** A question in a line. */
export interface Question<A> {
  readonly text: string;
  /** What an empty answer stands for. */
  readonly fallback: string;
  readonly read: (text: string) => Read<A>;
  /** The answer where it was given ahead. */
  readonly given?: A | undefined;
}

/** Talks over a terminal, or over lines that are sent to standard input. */
export function makeTalk(
  input: SecretSource,
  { write, isYes }: {
    readonly write: (text: string) => void;
    /** Whether nobody is asked, so that every answer is the default. */
    readonly isYes: boolean;
  },
): Talk {
  const bytes = new InputBytes(input);
  const say: Talk["say"] = (...lines) => write(lines.map((line) => `${line}\n`).join(""));
  return {
    say,
    ask: async ({ text, fallback, read, given }) => {
      if (given !== undefined) return given;
      if (isYes) return answered(read(fallback));
      while (true) {
        write(`  ${text}${fallback === "" ? "" : ` [${fallback}]`}: `);
        const line = await bytes.line();
        if (line === undefined) throw unanswered(text);
        // What is not typed does not show.
        if (input.isTTY !== true) write("\n");
        const answer = read(line.trim() === "" ? fallback : line.trim());
        if (Result.isSuccess(answer)) return answer.success;
        say(`  ${hideKeys(answer.failure.error)}`, `  ${hideKeys(answer.failure.hint)}`);
      }
    },
    // With --yes there is nothing else on standard input.
    askSecret: (prompt) =>
      isYes
        ? readSecret(input, { prompt, write })
        : readSecret(bytes.asSource(), { prompt: `  ${prompt}`, write }),
  };
}

/** Hides what may be a private key that was sent to another question. */
export function hideKeys(text: string): string {
  return text.replaceAll(/(0x)?[\da-f]{64,}/gi, "(what may be a private key)");
}

function answered<A>(answer: Read<A>): A {
  if (Result.isFailure(answer)) throw new CommandFailed(answer.failure);
  return answer.success;
}

function unanswered(text: string): CommandFailed {
  return new CommandFailed({
    error: `Cannot ask "${text}": standard input has ended`,
    hint: "Run it in a terminal, or with --yes, which takes the defaults and what options say",
  });
}

const LINE_END = 10;

/** Standard input as lines and as bytes: what follows a line is kept for the next reader. */
class InputBytes {
  readonly #input: SecretSource;
  readonly #chunks: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array();

  constructor(input: SecretSource) {
    this.#input = input;
    this.#chunks = input[Symbol.asyncIterator]();
  }

  /** Returns the next line without its end; undefined after the last one. */
  async line(): Promise<string | undefined> {
    const bytes = await this.#lineBytes();
    return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
  }

  /** Returns the rest of the input, byte by typed byte, or one line of what is piped. */
  asSource(): SecretSource {
    const { isTTY, setRawMode } = this.#input;
    const chunk = () => isTTY === true ? this.#chunk() : this.#lineBytes();
    return {
      ...isTTY === undefined ? {} : { isTTY },
      // The terminal's own method, which needs it.
      ...setRawMode === undefined ? {} : { setRawMode: setRawMode.bind(this.#input) },
      async *[Symbol.asyncIterator]() {
        do {
          const bytes = await chunk();
          if (bytes === undefined) return;
          yield bytes;
        } while (isTTY === true);
      },
    };
  }

  async #lineBytes(): Promise<Uint8Array | undefined> {
    let line = this.#rest;
    while (!line.includes(LINE_END)) {
      this.#rest = new Uint8Array();
      const more = await this.#chunk();
      if (more === undefined) return line.length === 0 ? undefined : line;
      line = Buffer.concat([line, more]);
    }
    const end = line.indexOf(LINE_END);
    this.#rest = line.slice(end + 1);
    return line.subarray(0, end);
  }

  async #chunk(): Promise<Uint8Array | undefined> {
    if (this.#rest.length > 0) {
      const rest = this.#rest;
      this.#rest = new Uint8Array();
      return rest;
    }
    const { value, done } = await this.#chunks.next();
    return done === true ? undefined : value;
  }
}
