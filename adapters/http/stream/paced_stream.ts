/**
 * Sends the frames of a replay: at once to whoever reads on, and in turns to those in lockstep.
 *
 * What is sent to a client in lockstep waits until all work of its instant is done. Then one client
 * after the other gets what waits for it, in the order in which they connected, so that it does not
 * depend on the machine which of them acts first.
 *
 * @module
 */
import type { Acknowledged, PacedSocket, StreamPace } from "./stream_pace.ts";
import { BACKLOG_BYTES_MAX } from "./stream_limits.ts";
import type { StreamSocket } from "./stream_socket.ts";

/** The clock waits for a client of which more is unread. */
const UNREAD_BYTES_MAX = BACKLOG_BYTES_MAX / 4;

/** How the answer to a ping begins. */
const PONG = '{"type":"pong"';

/** The sockets of a replay. */
export class PacedStream implements StreamPace {
  readonly isLockstep: boolean;
  /** In the order in which they connected. */
  readonly #sockets = new Set<Paced>();
  readonly #readers = new Map<string, Set<Paced>>();
  readonly #digests: Array<string> = [];
  readonly #told: { readonly changed: () => void; readonly subscribed: () => void };
  #frames = 0;

  /** `changed` is called when a client has read something or has gone. */
  constructor(
    { isLockstep, ...told }: {
      readonly isLockstep: boolean;
      readonly changed: () => void;
      readonly subscribed: () => void;
    },
  ) {
    this.isLockstep = isLockstep;
    this.#told = told;
  }

  /** How many frames were sent, without answers to pings. */
  get frames(): number {
    return this.#frames;
  }

  /** Whether a client has not read what it was sent, as far as it has to. */
  get isUnread(): boolean {
    return [...this.#sockets].some((socket) => socket.isUnread);
  }

  /** The SHA-256 of what each socket was sent, in no order. */
  get digests(): ReadonlyArray<string> {
    return [...this.#digests, ...[...this.#sockets].map((socket) => socket.digest())];
  }

  attend(socket: StreamSocket): PacedSocket {
    const paced = new Paced(socket, {
      isLockstep: this.isLockstep,
      readersOf: (name) => this.#readers.getOrInsertComputed(name, () => new Set()),
      sent: () => void (this.#frames += 1),
      changed: this.#told.changed,
      closed: () => {
        this.#sockets.delete(paced);
        for (const [name, readers] of this.#readers) {
          readers.delete(paced);
          if (readers.size === 0) this.#readers.delete(name);
        }
        this.#digests.push(paced.digest());
        this.#told.changed();
      },
    });
    this.#sockets.add(paced);
    return paced;
  }

  publish(name: string, text: string): void {
    for (const reader of this.#readers.get(name) ?? []) reader.send(text);
  }

  subscribed(): void {
    this.#told.subscribed();
  }

  /** Sends the first client in lockstep what waits for it. Returns whether there was one. */
  release(): boolean {
    for (const socket of this.#sockets) if (socket.release()) return true;
    return false;
  }
}

/** What a socket needs of the others. */
interface Company {
  readonly isLockstep: boolean;
  readonly readersOf: (name: string) => Set<Paced>;
  readonly sent: () => void;
  readonly changed: () => void;
  readonly closed: () => void;
}

class Paced implements PacedSocket {
  readonly #socket: StreamSocket;
  readonly #company: Company;
  readonly #hash = new Bun.CryptoHasher("sha256");
  #waiting: Array<string> = [];
  #isLockstep = false;
  #isClosed = false;
  #sent = 0;
  #read = 0;

  constructor(socket: StreamSocket, company: Company) {
    this.#socket = socket;
    this.#company = company;
  }

  get sent(): number {
    return this.#sent;
  }

  get isUnread(): boolean {
    if (this.#isClosed) return false;
    if (this.#isLockstep) return this.#read < this.#sent;
    return this.#socket.getBufferedAmount() > UNREAD_BYTES_MAX;
  }

  digest(): string {
    return this.#hash.copy().digest("hex");
  }

  beginLockstep(): void {
    if (this.#isLockstep) return;
    this.#isLockstep = this.#company.isLockstep;
    // Nothing is awaited of what came before: whoever waits for an answer acknowledges that.
    this.#read = this.#sent;
  }

  acknowledge(frames: number): Acknowledged {
    if (frames > this.#sent) return "unsent";
    if (frames <= this.#read) return "known";
    this.#read = frames;
    this.#company.changed();
    return "taken";
  }

  send(text: string): number {
    if (!this.#isLockstep) return this.#send(text);
    this.#waiting.push(text);
    return text.length;
  }

  /** Sends what waits. Returns whether something did. */
  release(): boolean {
    if (this.#waiting.length === 0) return false;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const text of waiting) this.#send(text);
    return true;
  }

  close(code?: number, reason?: string): void {
    this.release();
    this.#socket.close(code, reason);
  }

  terminate(): void {
    this.#socket.terminate();
  }

  subscribe(name: string): boolean {
    this.#company.readersOf(name).add(this);
    return true;
  }

  unsubscribe(name: string): boolean {
    return this.#company.readersOf(name).delete(this);
  }

  /** Whoever is in lockstep has read all that was sent, by the time at which that counts. */
  getBufferedAmount(): number {
    return this.#isLockstep ? 0 : this.#socket.getBufferedAmount();
  }

  drained(): void {
    this.#company.changed();
  }

  closed(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#company.closed();
  }

  #send(text: string): number {
    this.#sent += 1;
    // Clients ping by the machine's clock, however much of the day that is.
    if (!text.startsWith(PONG)) {
      this.#hash.update(text).update("\n");
      this.#company.sent();
    }
    return this.#socket.send(text);
  }
}
