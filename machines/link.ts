import { assign, log, setup } from "xstate";
import type { ConnectionEvent, PageEvent } from "./events.ts";
import { port, stream } from "./port.ts";

/** The link to the gateway, and what it should know of the page in front of the person. */

export type LinkEvent = ConnectionEvent | PageEvent | { type: "user.reconnect" };

export interface LinkContext {
  /** Percent of the SDK's first download, 0 to 100; null when there is nothing to wait for. */
  loading: number | null;
}

export const linkMachine = setup({
  types: { context: {} as LinkContext, events: {} as LinkEvent },
  actors: {
    connectionEvents: stream("connectionEvents"),
    pageEvents: stream("pageEvents"),
    reconnect: port<void>("reconnect"),
    setBackground: port<void, { hidden: boolean }>("setBackground"),
  },
  actions: {
    setLoading: assign((_, { percent }: { percent: number | null }) => ({ loading: percent })),
    reportFailure: log(({ event }) => `link: ${event.type}`),
  },
}).createMachine({
  id: "link",
  context: { loading: null },
  invoke: [
    { id: "connectionEvents", src: "connectionEvents", onError: { actions: "reportFailure" } },
    { id: "pageEvents", src: "pageEvents", onError: { actions: "reportFailure" } },
  ],
  type: "parallel",
  states: {
    link: {
      initial: "connecting",
      on: {
        "im.connecting": ".connecting",
        "im.connected": ".online",
        "im.connectFailed": ".offline",
        "im.crashed": ".connecting",
        "page.offline": ".offline",
      },
      states: {
        connecting: {
          description: "The SDK is being fetched, then the socket opened.",
          on: {
            "im.loading": {
              actions: { type: "setLoading", params: ({ event }) => ({ percent: event.percent }) },
            },
          },
          exit: { type: "setLoading", params: { percent: null } },
        },
        online: { description: "Messages flow." },
        offline: {
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
          description: "Back in front: the server is told, and answers with what came meanwhile.",
          meta: { rule: "1-22" },
          invoke: {
            id: "leaveBackground",
            src: "setBackground",
            input: { hidden: false },
            onDone: "visible",
            onError: { target: "visible", actions: "reportFailure" },
          },
          on: { "page.hidden": "hidden" },
        },
      },
    },
  },
});
