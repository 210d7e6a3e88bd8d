/**
 * A bot that prints each target as its window opens:
 * `bun run app/client/typescript/bot.ts http://127.0.0.1:3000`.
 *
 * @module
 */
import process from "node:process";
import { connect } from "./mod.ts";

const stream = connect(process.argv[2] ?? "http://127.0.0.1:3000");
for await (const event of stream.targets({ assets: ["btc", "eth"], intervals: ["5min"] })) {
  if (event.type === "target") console.log(`${event.slug} opened at $${event.price}`);
  else if (event.type === "gap") {
    console.log(`${event.topic} has nothing from ${event.fromSeq} to ${event.toSeq}`);
  } else console.log(`the ${event.provider} is ${event.state}`);
}
