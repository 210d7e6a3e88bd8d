import { limitOrdersContract } from "../../contract/limit_orders_contract.ts";
import { openOrdersContract } from "../../contract/open_orders_contract.ts";
import { orderVenueContract } from "../../contract/order_venue_contract.ts";
import { startOrderVenue } from "./order_venue_world.ts";

orderVenueContract("polymarket at its simulator", startOrderVenue);
openOrdersContract("polymarket at its simulator", startOrderVenue);
limitOrdersContract("polymarket at its simulator", startOrderVenue);
