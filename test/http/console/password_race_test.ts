import { expect, test } from "bun:test";
import { consoleWorld, EMAIL, PASSWORD } from "./console_server.ts";

const { state, serve } = consoleWorld();
const OTHER = "other words of mine";

test("Whoever knows the former password does not set one after its owner did", async () => {
  const server = await serve();
  const [owner, thief] = [server.browser(), server.browser()];
  await owner.signUp(EMAIL);
  await thief.signIn(EMAIL);
  const put = (browser: typeof owner, password: string) =>
    browser.send("PUT", "password", { body: { password, current_password: PASSWORD } });
  // The owner sets another password while the current one is hashed.
  state.meanwhile = () => put(owner, OTHER);
  expect((await put(thief, "words of a thief")).status).toBe(403);
  expect((await thief.get("keys")).status).toBe(401);
  expect((await owner.get("sessions")).body.sessions).toHaveLength(1);
  expect((await server.browser().signIn(EMAIL, OTHER)).status).toBe(200);
});
