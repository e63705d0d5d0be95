import { createServer } from "node:http";
import { resolve } from "node:path";
import { limitConnections } from "../../server/connections.ts";
import { outliveOutput } from "../../server/log.ts";
import { exitWith, orExit, readPort, readWebPush, StartError } from "../../server/start.ts";
import { createPushGateway } from "./gateway.ts";

/** Runs the gateway with the settings of the environment (deploy/README.md). */
export function run(env: Record<string, string | undefined>): void {
  outliveOutput();
  orExit(() => {
    const port = readPort(env, "PUSH_PORT") ?? 10014;
    const webPush = readWebPush(env);
    if (webPush === false) throw new StartError("PARLEY_PUSH is off: there is nothing to do.");
    const webhookSecret = required(env, "PUSH_WEBHOOK_SECRET");
    if (!/^[\w-]{16,128}$/.test(webhookSecret)) {
      throw new StartError("PUSH_WEBHOOK_SECRET must have 16 to 128 letters, digits, - or _.");
    }
    const apiUrl = required(env, "OPENIM_API_URL").replace(/\/+$/, "");
    if (!URL.canParse(apiUrl)) throw new StartError("OPENIM_API_URL is not an address.");
    const gateway = createPushGateway({
      data: resolve(env.PUSH_DATA || ".push-gateway"),
      openim: {
        apiUrl,
        secret: required(env, "OPENIM_SECRET"),
        adminUserID: env.OPENIM_ADMIN_USER_ID || "imAdmin",
      },
      webhookSecret,
      ...(webPush && { webPush }),
    });
    const server = createServer(gateway.handle);
    limitConnections(server);
    server.once("error", (error) => exitWith(`Port ${port} cannot be used: ${error.message}.`));
    const host = env.PUSH_HOST || "127.0.0.1";
    server.listen(port, host, () => console.log(`The push gateway listens on ${host}:${port}.`));
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.once(signal, () => {
        server.closeAllConnections();
        gateway.close();
        process.exit(0);
      });
    }
  });
}

function required(env: Record<string, string | undefined>, name: string): string {
  const value = env[name];
  if (!value) throw new StartError(`${name} is not set.`);
  return value;
}
