import { assign, log, raise, setup } from "xstate";
import type { RuleMeta } from "../domain/chart-meta.ts";
import { child } from "../domain/child.ts";
import { type FailureCode, failureCode, isUnanswered } from "../domain/failure.ts";
import type { GatewayEvent, PageEvent } from "../domain/platform-events.ts";
import { port, stream } from "../ports/stub.ts";

/** The connection to the gateway, and reporting the page's visibility to it. */

export type ConnectionEvent =
  | GatewayEvent
  | PageEvent
  | { type: "user.reconnect" }
  /** The server did not answer over the socket. */
  | { type: "connection.silent" };

export interface ConnectionContext {
  /** Percent of the SDK's first download, 0 to 100; null when nothing is downloading. */
  loading: number | null;
}

export const connectionMachine = setup({
  types: {
    context: {} as ConnectionContext,
    events: {} as ConnectionEvent,
    tags: {} as "online" | "offline",
    meta: {} as RuleMeta,
  },
  actors: {
    connectionEvents: stream("connectionEvents"),
    pageEvents: stream("pageEvents"),
    reconnect: port<void>("reconnect"),
    setBackground: port<void, { hidden: boolean }>("setBackground"),
  },
  actions: {
    setLoading: assign((_, { percent }: { percent: number | null }) => ({ loading: percent })),
    tellSilence: raise({ type: "connection.silent" }),
    reportFailure: log(({ event }) => `connection: ${event.type}`),
  },
  guards: {
    isUnanswered: (_, { failure }: { failure: FailureCode }) => isUnanswered(failure),
  },
  delays: { connectTimeout: 15_000, retryNotice: 1000 },
}).createMachine({
  id: "connection",
  context: { loading: null },
  invoke: [child("connectionEvents"), child("pageEvents")],
  type: "parallel",
  states: {
    link: {
      initial: "starting",
      on: {
        "im.connecting": ".connecting",
        "im.connected": ".online",
        "im.connectFailed": ".offline",
        "im.crashed": ".starting",
        "page.offline": ".offline",
      },
      states: {
        starting: {
          description: "The SDK is being downloaded. There is no timeout; progress is shown.",
          on: {
            "im.loading": {
              actions: { type: "setLoading", params: ({ event }) => ({ percent: event.percent }) },
            },
          },
          exit: { type: "setLoading", params: { percent: null } },
        },
        connecting: {
          description:
            "The socket is being opened. If the server does not answer before the timeout, it counts as unreachable.",
          after: { connectTimeout: "offline" },
        },
        online: {
          description: "Connected, as far as the client knows.",
          tags: "online",
          on: { "connection.silent": "reviving" },
        },
        offline: {
          tags: "offline",
          description: "Local data stays usable; the SDK keeps retrying.",
          on: {
            "user.reconnect": "reviving",
            "page.online": "reviving",
            "page.visible": "reviving",
            "im.connecting": "retrying",
          },
        },
        retrying: {
          tags: "offline",
          description: "The SDK retries. It may fail at once, so the status changes only after a moment.",
          after: { retryNotice: "connecting" },
          on: { "user.reconnect": "reviving", "page.online": "reviving", "page.visible": "reviving" },
        },
        reviving: {
          description: "The user returned or asked, or the network is back: reconnects at once.",
          meta: { rule: "1-23" },
          invoke: { id: "reconnect", src: "reconnect", onDone: "connecting", onError: "offline" },
        },
      },
    },
    page: {
      initial: "visible",
      states: {
        visible: { on: { "page.hidden": "hidden" } },
        hidden: {
          description: "The page is hidden: the server sends silent pushes.",
          meta: { rule: "1-21" },
          invoke: {
            id: "enterBackground",
            src: "setBackground",
            input: { hidden: true },
            onError: { actions: "reportFailure" },
          },
          on: { "page.visible": "returning" },
        },
        returning: {
          description:
            "The page is visible again and the server is told. If it does not answer, the socket was dead.",
          meta: { rule: "1-22, 1-23" },
          invoke: {
            id: "leaveBackground",
            src: "setBackground",
            input: { hidden: false },
            onDone: "visible",
            onError: [
              {
                guard: {
                  type: "isUnanswered",
                  params: ({ event }) => ({ failure: failureCode(event.error) }),
                },
                target: "visible",
                actions: ["reportFailure", "tellSilence"],
              },
              { target: "visible", actions: "reportFailure" },
            ],
          },
          on: { "page.hidden": "hidden" },
        },
      },
    },
  },
});
