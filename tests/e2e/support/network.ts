import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import type { Page } from "playwright-core";

/** A connection to the product that a test can cut for a single user. */
export interface NetworkProxy {
  /** The product's origin through this connection. */
  readonly origin: string;
  /** Breaks open connections and refuses new ones until `mend`. */
  cut(): void;
  mend(): void;
  /** Lets nothing through open connections from now on, and leaves them open. */
  stall(): void;
  close(): Promise<void>;
}

/** Makes such a connection to the product at `origin`. */
export async function emulateNetwork(origin: string): Promise<NetworkProxy> {
  const target = Number(new URL(origin).port);
  const ends = new Set<Socket>();
  let isCut = false;
  const hold = (socket: Socket) => {
    ends.add(socket);
    socket.on("close", () => ends.delete(socket));
    socket.on("error", () => socket.destroy());
  };
  const server = createServer((near) => {
    hold(near);
    if (isCut) return void near.destroy();
    const far = connect(target, "localhost");
    hold(far);
    near.pipe(far).pipe(near);
    near.on("close", () => far.destroy());
    far.on("close", () => near.destroy());
  });
  server.listen(0, "localhost");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port");
  const drop = () => {
    for (const socket of ends) socket.destroy();
  };
  return {
    origin: `http://localhost:${address.port}`,
    cut() {
      isCut = true;
      drop();
    },
    mend() {
      isCut = false;
    },
    stall() {
      for (const socket of ends) socket.pause();
    },
    async close() {
      server.close();
      drop();
      await once(server, "close");
    },
  };
}

/**
 * Cuts the network of a demo user, with the media of the embedded server, or gives it back.
 *
 * @param page any page of the product
 */
export async function setDemoNetwork(page: Page, userID: string, state: "cut" | "online"): Promise<void> {
  const status = await page.evaluate(
    async (wish) => {
      const { token } = await (await fetch("/demo/page", { method: "POST" })).json();
      const headers = { "Content-Type": "application/json", "X-Demo-Page": token };
      const answer = await fetch("/demo/network", { method: "POST", headers, body: JSON.stringify(wish) });
      return answer.status;
    },
    { userID, state },
  );
  if (status !== 204) throw new Error(`The demo's network answered with ${status}`);
}

/** The server carries out the page's requests for `url`, and the page gets no answer, until the returned function runs. */
export async function loseAnswers(page: Page, url: string): Promise<() => Promise<void>> {
  const lost = new Set<Promise<void>>();
  await page.route(url, async (route) => {
    const losing = route.fetch().then(() => route.abort());
    lost.add(losing);
    await losing.finally(() => lost.delete(losing));
  });
  return async () => {
    await Promise.all(lost);
    await page.unroute(url);
  };
}
