import { type AccountDependencies, createAccount } from "./account.ts";
import { createChatServer } from "./chat-server.ts";
import type { ServerAddresses } from "./config.ts";
import { createRegistration, type RegistrationDependencies } from "./registration.ts";

export interface AccountsDependencies
  extends Pick<AccountDependencies, "credentials">,
    Pick<RegistrationDependencies, "forget"> {
  addresses(): Pick<ServerAddresses, "chatUrl">;
}

/** Everything that is asked of the chat server. Nobody needs it to see the sign-in page: it is fetched behind that. */
export function createAccounts({ addresses, credentials, forget }: AccountsDependencies) {
  const post = createChatServer(addresses);
  return {
    post,
    account: createAccount({ post, credentials }),
    registration: createRegistration({ post, credentials, forget }),
  };
}
