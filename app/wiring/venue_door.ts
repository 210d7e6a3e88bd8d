/**
 * The venue's own door of a service.
 *
 * @module
 */
import { Option } from "effect";
import type { Gate } from "../../adapters/http/edge/gate.ts";
import { type DoorSocketsParts, makeDoorSockets } from "../../adapters/http/venue/door_sockets.ts";
import { venueDoor, type VenueDoorPorts } from "../../adapters/http/venue/venue_door.ts";
import { DEMO_EMAIL } from "../sandbox/demo_identity.ts";
import type { WorldName } from "./world_folder.ts";

/** What an address has that signs in to a sandbox for the first time: 10,000 USDC. */
const USDC_E6 = 10_000_000_000n;

/** Makes it. In a live service only those may sign in whose address was named. */
export function makeVenueDoor(world: WorldName, parts: DoorSocketsParts) {
  const sockets = makeDoorSockets(parts);
  const welcome = { email: DEMO_EMAIL, usdcE6: USDC_E6 };
  const door = { welcome: world === "live" ? Option.none() : Option.some(welcome), sockets };
  return {
    plugin: <Ports>(gate: Gate<Ports | VenueDoorPorts>) => venueDoor(gate, door),
    stop: sockets.stop,
  };
}
