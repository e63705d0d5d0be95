import { preview } from "vite";
import { type Backend, createBackend } from "../../../server/index.ts";
import { precompress } from "../../../tools/precompress.ts";

export interface LoopbackProduct {
  readonly origin: string;
  /** The IM core, to create tokens of further devices. */
  readonly im: Backend["im"];
  close(): Promise<void>;
}

/**
 * The built app with a backend in this process, which also pushes to push services on this machine. No setting of an
 * operator allows that.
 */
export async function startLoopbackProduct(): Promise<LoopbackProduct> {
  const backend = createBackend({ data: ":memory:", print: () => {}, webPush: { loopback: true } });
  const server = await preview({
    configFile: false,
    logLevel: "warn",
    preview: { host: "localhost", port: 0 },
    plugins: [
      precompress({ wasmQuality: 0 }),
      {
        name: "loopback-backend",
        configurePreviewServer({ middlewares, httpServer }) {
          middlewares.use((request, response, next) => {
            if (!backend.handle(request, response)) next();
          });
          httpServer.on("upgrade", (request, socket, head) => {
            if (!backend.upgrade(request, socket, head)) socket.destroy();
          });
        },
      },
    ],
  });
  const address = server.httpServer.address();
  if (address === null || typeof address === "string") throw new Error("not listening on a port");
  return {
    origin: `http://localhost:${address.port}`,
    im: backend.im,
    close: async () => {
      await server.close();
      await backend.close();
    },
  };
}
