import { expect, test } from "bun:test";
import { consoleWorld, EMAIL, PASSWORD } from "./console_server.ts";

const { state, serve } = consoleWorld();
const OTHER = "other words of mine";

/** The owner of an account, who sets another password while the next one is hashed. */
async function ownerMeanwhile() {
  const server = await serve();
  const owner = server.browser();
  await owner.signUp(EMAIL);
  const set = () =>
    owner.send("PUT", "password", { body: { password: OTHER, current_password: PASSWORD } });
  return { server, owner, set };
}

/** The owner's password holds, and the owner's session is the only one. */
async function expectOwnerAlone({ server, owner }: Awaited<ReturnType<typeof ownerMeanwhile>>) {
  expect((await owner.get("sessions")).body.sessions).toHaveLength(1);
  expect((await server.browser().signIn(EMAIL, OTHER)).status).toBe(200);
}

test("no session begins with a password that is replaced while it is checked", async () => {
  const world = await ownerMeanwhile();
  state.meanwhile = world.set;
  const { status, set } = await world.server.browser().signIn(EMAIL);
  expect([status, set]).toEqual([401, null]);
  await expectOwnerAlone(world);
});

test("whoever knows the former password does not set one after its owner did", async () => {
  const world = await ownerMeanwhile();
  const thief = world.server.browser();
  await thief.signIn(EMAIL);
  state.meanwhile = world.set;
  const body = { password: "words of a thief", current_password: PASSWORD };
  expect((await thief.send("PUT", "password", { body })).status).toBe(403);
  expect((await thief.get("keys")).status).toBe(401);
  await expectOwnerAlone(world);
});
