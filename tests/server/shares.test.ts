import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { answerShare } from "../../server/shares.ts";

describe("a share that no service worker took", () => {
  let server: Server;
  let origin: string;
  beforeEach(async () => {
    server = createServer((request, response) => {
      if (!answerShare(request, response)) response.end("the page");
    }).listen(0, "localhost");
    await once(server, "listening");
    origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });
  const post = (path: string, body: FormData | Uint8Array<ArrayBuffer>) =>
    fetch(origin + path, { method: "POST", body, redirect: "manual" });

  it("11-57 leads to the page, which says that nothing arrived", async () => {
    const form = new FormData();
    form.set("text", "Look");
    form.set("files", new File([new Uint8Array(2_000_000)], "photo.jpg"));
    const { status, headers } = await post("/share?more", form);
    expect([status, headers.get("location")]).toEqual([303, "/share"]);
    // The connection is still good.
    expect((await post("/share", form)).status).toBe(303);
  });

  it("11-57 is not read to its end if it is huge", async () => {
    const endless = fetch(`${origin}/share`, {
      method: "POST",
      redirect: "manual",
      body: new ReadableStream<Uint8Array>({ pull: (to) => to.enqueue(new Uint8Array(1024 * 1024)) }),
      ...{ duplex: "half" },
    });
    const closed = new Promise((resolve) => server.on("connection", (socket) => socket.on("close", resolve)));
    await Promise.allSettled([endless, closed]);
    expect((await fetch(`${origin}/share`)).status).toBe(200);
  });

  it("11-57 does not touch the page itself, or other posts", async () => {
    expect(await (await fetch(`${origin}/share`)).text()).toBe("the page");
    expect(await (await post("/shared", new Uint8Array(1))).text()).toBe("the page");
  });
});
