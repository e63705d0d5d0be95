import { createServer as createHttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createServer } from "vite";
import { describe, expect, it } from "vitest";
import { serviceWorker } from "../../tools/worker.ts";

describe("a development server", () => {
  it("11-20 removes the service worker of a built app that ran on the same port", async () => {
    const vite = await createServer({
      configFile: false,
      logLevel: "silent",
      plugins: [serviceWorker({ later: [], build: {} })],
      optimizeDeps: { noDiscovery: true },
      server: { middlewareMode: true, ws: false, watch: null },
    });
    const http = createHttpServer(vite.middlewares);
    await new Promise<void>((resolve) => http.listen(0, "localhost", resolve));
    const { port } = http.address() as AddressInfo;
    const response = await fetch(`http://localhost:${port}/worker.js`);
    expect(response.headers.get("content-type")).toBe("text/javascript");
    const code = await response.text();
    expect(code).toContain("unregister()");
    expect(code).not.toMatch(/respondWith|\bimport\b/);
    http.close();
    await vite.close();
  });
});
