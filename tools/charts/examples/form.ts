import { and, assign, setup } from "xstate";

/** A form whose fields are checked side by side. It can be sent once both are valid. */
export const form = setup({
  types: {
    context: {} as { name: string; age: number },
    events: {} as
      | { type: "name.typed"; name: string }
      | { type: "age.typed"; age: number }
      | { type: "sent" }
      | { type: "printed" },
  },
  actions: {
    setName: assign({ name: (_, { name }: { name: string }) => name }),
    setAge: assign({ age: (_, { age }: { age: number }) => age }),
  },
  guards: {
    hasName: ({ context }) => context.name.length > 0,
    isAdult: ({ context }) => context.age >= 18,
    isPrinter: () => false,
  },
}).createMachine({
  id: "form",
  initial: "filling",
  context: { name: "", age: 0 },
  states: {
    filling: {
      type: "parallel",
      on: {
        "name.typed": {
          actions: { type: "setName", params: ({ event }) => ({ name: event.name }) },
          target: ".name.unknown",
        },
        "age.typed": { actions: { type: "setAge", params: ({ event }) => ({ age: event.age }) } },
        sent: { target: "sent", guard: and(["hasName", "isAdult"]) },
        printed: { target: "printed", guard: "isPrinter" },
      },
      states: {
        name: {
          initial: "unknown",
          states: {
            unknown: { always: { target: "known", guard: "hasName" } },
            known: {},
          },
        },
        age: {
          initial: "young",
          states: {
            young: { always: { target: "adult", guard: "isAdult" } },
            adult: {},
          },
        },
      },
    },
    sent: { type: "final" },
    printed: {},
  },
});
