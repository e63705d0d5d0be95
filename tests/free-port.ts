import { once } from "node:events";
import { createServer } from "node:net";

/** A TCP port on which nothing listens. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0);
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (typeof address !== "object" || address === null) throw new Error("No port");
  return address.port;
}
