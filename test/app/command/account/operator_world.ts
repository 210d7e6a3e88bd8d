/** A service's orders behind a real socket, on stores in memory and a staged venue. @module */
import { afterAll } from "bun:test";
import { Option } from "effect";
import type { CommandContext } from "../../../../app/command/account/command_context.ts";
import { accountHandlers } from "../../../../app/operator/account_operations.ts";
import { balanceHandler } from "../../../../app/operator/balance_operation.ts";
import { webhookHandlers } from "../../../../app/operator/webhook_operations.ts";
import {
  handlersOn,
  operatorSocketPath,
  startOperatorSocket,
} from "../../../../app/operator/operator_socket.ts";
import { paperHandler } from "../../../../app/operator/paper_operation.ts";
import { provisionHandler, walletHandlers } from "../../../../app/operator/wallet_operations.ts";
import { type WorldName } from "../../../../app/wiring/world_folder.ts";
import { boxOf, walletWorld } from "./wallet_world.ts";
import { makeFolder } from "../../../temporary_folder.ts";

/** A well-known development key, and its address. */
export const SIGNING_KEY = "ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";
export const ADDRESS = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
/** Some contract. */
export const CONTRACT = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";

/** Starts it, and returns what crossed the socket; `typed` is the operator's stdin. */
export async function operatorWorld(world: WorldName) {
  const { runtime, venue } = walletWorld();
  const folder = makeFolder();
  const handlers = handlersOn(runtime, [
    ...accountHandlers({ world, url: Option.some("http://127.0.0.1:4567") }),
    ...walletHandlers,
    ...webhookHandlers,
    paperHandler,
    provisionHandler,
    balanceHandler,
  ]);
  const socket = await startOperatorSocket(folder.path, handlers);
  afterAll(async () => {
    await socket?.stop();
    await runtime.dispose();
    folder.remove();
  });
  const unix = operatorSocketPath(folder.path);
  const crossed: string[] = [];
  const typed = { text: SIGNING_KEY, given: new Uint8Array() };
  const context: CommandContext = {
    world,
    send: async (request) => {
      crossed.push(await request.clone().text());
      const response = await fetch(request, { unix });
      crossed.push(await response.clone().text());
      return response;
    },
    isService: true,
    box: boxOf(1),
    url: "http://127.0.0.1:3000",
    readSigningKey: () => {
      typed.given = new TextEncoder().encode(typed.text);
      return Promise.resolve(typed.given);
    },
  };
  return { runtime, venue, handlers, unix, folder: folder.path, crossed, typed, context };
}
