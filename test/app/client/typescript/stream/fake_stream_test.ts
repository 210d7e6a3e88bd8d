import { startFakeStream } from "./fake_stream_server.ts";
import { streamClientContract } from "./stream_client_contract.ts";

const world = startFakeStream();
streamClientContract("a stream with two replicas, of which some lag or repeat", () => world, {
  numRuns: 60,
  disturb: world.disturb,
});
