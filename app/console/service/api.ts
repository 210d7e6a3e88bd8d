/**
 * The public API, by the client that bots use: one for public data, and one for each session.
 *
 * @module
 */
import { computed } from "@preact/signals";
import { type Client, createClient, type SendOptions } from "../../client/typescript/mod.ts";
import { type Asking, notingFetch, sessionKey } from "./asked.ts";
import { numbersAsText } from "./numbers_as_text.ts";

/**
 * One repetition hides a connection that broke. After that the panel says what is wrong, and asks
 * again itself: nobody sits before a page that says nothing for a minute.
 */
const READ: SendOptions = { deadlineMs: 20_000, repeatsMax: 1 };

/** A long history that the service has to read first takes it 25 s. */
const READ_HISTORY: SendOptions = { ...READ, attemptMs: 30_000, deadlineMs: 30_000 };

function clientOf(asking: Asking, options: SendOptions = {}): Client {
  const { key } = asking;
  return createClient(location.origin, { apiKey: key, fetch: notingFetch(asking), ...options });
}

const PUBLIC: Asking = { isKeyed: false };

/** Asks for what needs no key. */
export const publicApi: Client = clientOf(PUBLIC, READ);

/** Asks for past windows. */
export const historyApi: Client = clientOf(PUBLIC, READ_HISTORY);

/** Asks for what needs no key, with the numbers of answers as texts; see `NumbersAsText`. */
export const exactApi: Client = clientOf(PUBLIC, {
  ...READ,
  parse: (text) => JSON.parse(numbersAsText(text)),
});

/** The clients of who is signed in: another reader gets nothing of what these have kept. */
const keyed = computed(() => {
  const asking: Asking = { isKeyed: true, key: sessionKey.value };
  // What changes something is asked for as long as a bot would, until its outcome is certain.
  return {
    reads: clientOf(asking, READ),
    texts: clientOf(asking, { ...READ, parse: (text) => text }),
    changes: clientOf(asking),
  };
});

/** Returns the client that reads with the session's key. */
export function keyedApi(): Client {
  return keyed.peek().reads;
}

/** Returns the client that reads with the session's key, and answers with the text as it is. */
export function keyedTextApi(): Client {
  return keyed.peek().texts;
}

/** Returns the client that places and cancels orders with the session's key. */
export function orderApi(): Client {
  return keyed.peek().changes;
}
