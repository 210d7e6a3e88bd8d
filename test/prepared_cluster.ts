/**
 * Gives new stores their tables, where the suite has made a cluster with them. Loaded before every
 * test file.
 *
 * @module
 */
import { plugin } from "bun";

const { TEST_CLUSTER: file } = Bun.env;

if (file !== undefined) {
  plugin({
    name: "prepared cluster",
    setup: (build) => {
      build.onResolve({ filter: /prepopulatedfs\.tgz$/ }, () => ({ path: file }));
    },
  });
}
