/**
 * Lets machines with other implementations share their state nodes. XState builds all nodes again for each `provide`,
 * and each app provides all charts. State nodes depend only on the config. A mutant replaces the config of a chart, so
 * its nodes are built.
 */
import { type AnyStateMachine, StateMachine } from "xstate";

const prototype: AnyStateMachine = StateMachine.prototype;
const { provide } = prototype;

function provideShared(this: AnyStateMachine, more: Parameters<typeof provide>[0]): AnyStateMachine {
  if (this.root.config !== this.config) return provide.call(this, more);
  const { actions, actors, delays, guards } = this.implementations;
  const machine: AnyStateMachine = Object.create(prototype);
  Object.assign(machine, this, {
    implementations: {
      actions: { ...actions, ...more.actions },
      actors: { ...actors, ...more.actors },
      delays: { ...delays, ...more.delays },
      guards: { ...guards, ...more.guards },
    },
    transition: prototype.transition.bind(machine),
    getInitialSnapshot: prototype.getInitialSnapshot.bind(machine),
    getPersistedSnapshot: prototype.getPersistedSnapshot.bind(machine),
    restoreSnapshot: prototype.restoreSnapshot.bind(machine),
    start: prototype.start.bind(machine),
  });
  return machine;
}

// Runs again for each test file of a worker.
if (provide.name !== provideShared.name) prototype.provide = provideShared;
