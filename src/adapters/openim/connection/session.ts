import * as v from "valibot";
import { Failure } from "../../../../machines/domain/failure.ts";
import type { GatewayEvent } from "../../../../machines/domain/platform-events.ts";
import type { ImPort, LoginStatus } from "../../../../machines/ports/im.ts";
import type { ServerAddresses } from "../../config.ts";
import type { CredentialStore, Credentials } from "../../storage/credentials.ts";
import { PLATFORM_WEB } from "../constants.ts";
import type { Rpc } from "./rpc.ts";
import { isRefusal, SDK_CODE, SdkFailure } from "./sdk-failure.ts";

const Status = v.picklist([1, 2, 3]);
const statuses = { 1: "loggedOut", 2: "loggingIn", 3: "loggedIn" } as const;

export interface SessionDependencies {
  rpc: Rpc;
  addresses(): Omit<ServerAddresses, "chatUrl">;
  credentials: Pick<CredentialStore, "use">;
}

export type Session = Pick<ImPort, "start" | "stop" | "loginStatus" | "login" | "logout"> & {
  isLoggedIn(): boolean;
  crashed(): void;
  onEvent(event: GatewayEvent): void;
};

/** Tracks whether the SDK runs and which user is logged in to it. */
export function createSession({ rpc, addresses, credentials }: SessionDependencies): Session {
  let run: { started: Promise<void> } | null = null;
  /** Null until the SDK is ready. */
  let status: LoginStatus | null = null;
  /** True if the server ended the session after the last login was sent, maybe before the SDK was ready. */
  let hasEnded = false;
  let loggedInWith: Credentials | null = null;
  let underWay: { credentials: Credentials; done: Promise<void> } | null = null;

  const forget = () => {
    run = null;
    status = null;
    loggedInWith = null;
    underWay = null;
  };

  const start = () => {
    run ??= begin();
    return run.started;
  };

  const begin = () => {
    const begun = {
      started: rpc
        .start()
        .then(askStatus)
        .then(
          (answer) => {
            if (run === begun) status ??= answer; // a login that has started has set a newer status
          },
          (error: unknown) => {
            if (run === begun) run = null;
            throw error;
          },
        ),
    };
    return begun;
  };

  const askStatus = async (): Promise<LoginStatus> => {
    try {
      const answer = v.safeParse(Status, await rpc.call("getLoginStatus"));
      return answer.success ? statuses[answer.output] : "loggedOut";
    } catch (error) {
      if (error instanceof SdkFailure) return "loggedOut"; // the SDK refuses this call before its first login
      throw error;
    }
  };

  const stop = async () => {
    rpc.stop();
    forget();
  };

  /** The SDK's `login` resolves before the server has checked the token. Events give the result (fact 14). */
  const callLogin = async ({ userID, imToken }: Credentials) => {
    const { apiUrl, wsUrl, logLevel } = addresses();
    hasEnded = false;
    const answer = rpc.login({
      userID,
      token: imToken,
      platformID: PLATFORM_WEB,
      apiAddr: apiUrl,
      wsAddr: wsUrl,
      logLevel,
      isLogStandardOutput: false,
    });
    answer.catch(() => {}); // handled below
    start().catch(() => {}); // handled below
    await rpc.start();
    status = hasEnded ? "loggedOut" : "loggingIn";
    try {
      await answer;
    } catch (error) {
      if (status === "loggingIn") status = "loggedOut";
      throw error;
    }
  };

  const loginAs = async (wanted: Credentials) => {
    try {
      await callLogin(wanted);
    } catch (error) {
      if (!isRefusal(error, SDK_CODE.loginRepeat)) throw error;
      if (!isSame(loggedInWith, wanted)) {
        // Another user, or the same user with an older token, is logged in. A new worker has no login.
        await stop();
        await callLogin(wanted);
      } else status = "loggingIn";
    }
    loggedInWith = wanted;
    // Keep a kick that arrived during the login.
    if (status === "loggingIn") status = "loggedIn";
  };

  return {
    start,
    stop,
    isLoggedIn: () => status === "loggedIn",
    async loginStatus() {
      if (status === null) throw new Failure("unknown");
      return status;
    },
    login() {
      const wanted = credentials.use();
      if (!wanted) return Promise.reject(new Failure("sessionEnded"));
      if (underWay && isSame(underWay.credentials, wanted)) return underWay.done;
      const attempt = {
        credentials: wanted,
        done: loginAs(wanted).finally(() => {
          if (underWay === attempt) underWay = null;
        }),
      };
      underWay = attempt;
      return attempt.done;
    },
    async logout() {
      await rpc.call("logout");
      status = "loggedOut";
      loggedInWith = null;
    },
    crashed: forget,
    onEvent({ type }) {
      const ended = type === "im.kicked" || type === "im.tokenExpired" || type === "im.tokenInvalid";
      if (!ended) return;
      hasEnded = true;
      if (status === null) return;
      status = "loggedOut";
      loggedInWith = null;
    },
  };
}

function isSame(a: Credentials | null, b: Credentials): boolean {
  return a?.userID === b.userID && a.imToken === b.imToken;
}
