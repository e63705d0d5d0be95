import type { RowSource } from "../../../machines/ports/rows.ts";
import type { ServerAddresses } from "../config.ts";
import { lazy } from "../lazy.ts";
import type { ServerClock } from "../server-clock.ts";
import { type AccountDependencies, createAccount } from "./account.ts";
import { createChatServer } from "./chat-server.ts";
import { createRegistration, type RegistrationDependencies } from "./registration.ts";

export interface AccountsDependencies
  extends Pick<AccountDependencies, "credentials">,
    Pick<RegistrationDependencies, "forget"> {
  addresses(): Pick<ServerAddresses, "chatUrl" | "apiUrl">;
  clock: Pick<ServerClock, "hear">;
}

/** All server requests without the SDK. The sign-in page does not need them to paint, so they load after it. */
export function createAccounts({ addresses, clock, credentials, forget }: AccountsDependencies) {
  const post = createChatServer(addresses, "chat server", clock);
  const postIm = createChatServer(() => ({ chatUrl: addresses().apiUrl }), "im server", clock);
  const fetchFirstRows = lazy(async () => {
    const { createFirstRows } = await import("../instant-start/first-rows.ts");
    return createFirstRows({ post: postIm, token: () => credentials.read()?.imToken ?? null });
  });
  return {
    post,
    postIm,
    rows: {
      askRows: async (input) => (await fetchFirstRows()).askRows(input),
    } satisfies RowSource,
    account: createAccount({ post, credentials }),
    registration: createRegistration({ post, credentials, forget }),
  };
}
