/**
 * Live services that are set up from a page, each with a folder of its own, a store that all share,
 * and a venue that is staged.
 *
 * @module
 */
import { afterEach, beforeEach } from "bun:test";
import { join } from "node:path";
import { Result } from "effect";
import { readEnvironment, readSettings } from "../../../app/settings/settings.ts";
import { serviceSetup } from "../../../app/wiring/service_setup.ts";
import { layerWalletKeys } from "../../../app/wiring/store.ts";
import { makeFolder } from "../../temporary_folder.ts";
import { type consoleWorld, EMAIL } from "./console_server.ts";

/** Returns what makes services in a world. Their browsers are at the address of `peer`. */
export function setupServices({ serve, venue }: ReturnType<typeof consoleWorld>) {
  const peer = { address: "" };
  beforeEach(() => {
    peer.address = "127.0.0.1";
    Object.assign(venue, { credentials: "given", isRegionBlocked: false });
  });
  const folders: Array<ReturnType<typeof makeFolder>> = [];
  afterEach(() => folders.splice(0).forEach(({ remove }) => remove()));
  const peerAddressOf = () => peer.address;

  /** One that a test starts again as often as it asks for it. */
  const newService = async () => {
    const folder = makeFolder();
    folders.push(folder);
    const file = join(folder.path, ".env");
    const environment: Record<string, string | undefined> = {};
    let restarts = 0;
    const restart = () => void restarts++;
    const current = () => Result.getOrThrow(readEnvironment(environment, readSettings));
    const walletKeys = () => layerWalletKeys(current().walletKeys);
    const start = () => {
      const setup = serviceSetup({ environment, settings: current(), file, restart });
      return serve({ setup, walletKeys: walletKeys(), peerAddressOf });
    };
    let server = await start();
    let browser = server.browser(null);
    return {
      file,
      restarts: () => restarts,
      walletKeys,
      server: () => server,
      signUp: (email = EMAIL) => browser.signUp(email),
      get: (origin = "http://localhost") => browser.send("GET", "setup", { origin }),
      region: () => browser.get("setup/region"),
      post: (path: string, body: unknown = {}) => browser.post(`setup/${path}`, body),
      send: (headers: Record<string, string>) => browser.send("GET", "setup", { headers }),
      needsSetup: async () => (await browser.get("session")).body.needs_setup,
      startAgain: async () => {
        const cookie = browser.cookie();
        server = await start();
        browser = server.browser(null);
        browser.setCookie(cookie);
      },
    };
  };
  const signedIn = async () => {
    const service = await newService();
    await service.signUp();
    return service;
  };
  /** One whose secrets are sealed. */
  const withKey = async () => {
    const service = await signedIn();
    await service.post("wallet-key");
    await service.startAgain();
    return service;
  };
  return { peer, peerAddressOf, newService, signedIn, withKey };
}
