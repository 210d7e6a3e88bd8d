import { expect, test } from "bun:test";
import { consoleWorld, EMAIL, PASSWORD } from "./console_server.ts";

const { state, serve } = consoleWorld();
const HERE = { peer: "127.0.0.1", address: null, origin: "http://localhost:3000" };

const newService = (peer: string) => serve({ isSignUpOpen: false, peerAddressOf: () => peer });

test("a closed service takes its first account alone: of many, exactly one", async () => {
  const server = await newService(HERE.peer);
  expect((await server.browser(null).get("session")).body.sign_up).toBe("first");
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, n) => server.browser(null).signUp(`${n}@b.c`)),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403, 403, 403, 403, 403]);
  expect((await server.browser().get("session")).body.sign_up).toBe("closed");
  const hashes = state.hashes;
  expect((await server.browser().signUp("late@b.c")).status).toBe(403);
  expect(state.hashes).toBe(hashes);
});

test.each([
  ["from another machine", { ...HERE, peer: "192.0.2.1" }],
  ["through a proxy", { ...HERE, address: "198.51.100.1" }],
  ["under a name that a page elsewhere has", { ...HERE, origin: "http://evil.test:3000" }],
])("a closed service takes no first account %s", async (_, { peer, address, origin }) => {
  const browser = (await newService(peer)).browser(address);
  const { status, body } = await browser.send("POST", "sign-up", {
    body: { email: EMAIL, password: PASSWORD },
    headers: { origin },
    origin,
  });
  expect([status, body]).toEqual([403, {
    error: "Cannot sign up from here: this service has no account yet",
    code: "forbidden",
    hint: expect.stringMatching(/http:\/\/localhost .*`strikeline account add <email>`.*link/),
  }]);
  expect((await browser.send("GET", "session", { origin })).body)
    .toMatchObject({ sign_up: "elsewhere", session: null });
  expect(state.hashes).toBe(0);
});
