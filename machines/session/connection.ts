import { assign, log, raise, setup } from "xstate";
import type { RuleMeta } from "../domain/chart-meta.ts";
import { type FailureCode, failureCode } from "../domain/failure.ts";
import type { GatewayEvent, PageEvent } from "../domain/platform-events.ts";
import { port, stream } from "../ports/stub.ts";

/** The link to the gateway, and what it should know of the page in front of the person. */

export type ConnectionEvent =
  | GatewayEvent
  | PageEvent
  | { type: "user.reconnect" }
  /** Nothing came back over the socket. */
  | { type: "connection.silent" };

export interface ConnectionContext {
  /** Percent of the SDK's first download, 0 to 100; null when there is nothing to wait for. */
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
    isUnanswered: (_, { failure }: { failure: FailureCode }) =>
      failure === "network" || failure === "timeout",
  },
  delays: { connectTimeout: 15_000 },
}).createMachine({
  id: "connection",
  context: { loading: null },
  invoke: [
    { id: "connectionEvents", src: "connectionEvents", onError: { actions: "reportFailure" } },
    { id: "pageEvents", src: "pageEvents", onError: { actions: "reportFailure" } },
  ],
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
          description: "The SDK is being fetched; that takes as long as it takes, and is shown.",
          on: {
            "im.loading": {
              actions: { type: "setLoading", params: ({ event }) => ({ percent: event.percent }) },
            },
          },
          exit: { type: "setLoading", params: { percent: null } },
        },
        connecting: {
          description: "The socket is being opened. A server that says nothing for so long is not there.",
          after: { connectTimeout: "offline" },
        },
        online: {
          description: "Messages flow, as far as anybody knows.",
          tags: "online",
          on: { "connection.silent": "reviving" },
        },
        offline: {
          tags: "offline",
          description: "Everything local stays usable; the SDK keeps trying by itself.",
          on: { "user.reconnect": "reviving", "page.online": "reviving", "page.visible": "reviving" },
        },
        reviving: {
          description: "Somebody came back or asked: no waiting for the next try.",
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
          description: "The server pushes quietly while nobody looks.",
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
            "Back in front: the server is told. When it does not answer, the socket that seemed to be on was dead.",
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
