import { type ActorRefFrom, fromPromise } from "xstate";
import { failureCode } from "../../machines/domain/failure.ts";
import type { LostChangeKey } from "../../machines/domain/toast.ts";
import { SIGNED_IN } from "../../machines/session/session.ts";
import type { signedInMachine } from "../../machines/session/signed-in.ts";

/**
 * Returns an actor that saves a change of the user. The request goes on when the user leaves the page, which ends the
 * chart of the change. If it fails then, the chart of the signed-in user gets the failure and the key of its text.
 */
export function changing<Input, Output>(
  change: (input: Input) => Promise<Output>,
  key: LostChangeKey = "change.failed",
) {
  return fromPromise<Output, Input>(({ input, signal, system }) => {
    const done = change(input);
    done.catch((error: unknown) => {
      const signedIn: ActorRefFrom<typeof signedInMachine> | undefined = system.get(SIGNED_IN);
      if (signal.aborted) signedIn?.send({ type: "change.failed", key, failure: failureCode(error) });
    });
    return done;
  });
}
