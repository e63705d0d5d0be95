import { fromCallback } from "xstate";
import { accountSetupMachine } from "../../machines/session/account-setup.ts";
import { codeEntryMachine } from "../../machines/session/code-entry.ts";
import { registrationMachine } from "../../machines/session/registration.ts";
import type { FirstOutside } from "./outside.ts";
import { asking } from "./port-actors.ts";

export function registrationChart({ ports: { account, registration } }: FirstOutside) {
  const requestCode = asking(registration.requestCode);
  return registrationMachine.provide({
    actors: {
      begin: asking(registration.begin),
      draftKeeper: fromCallback(({ receive }) => receive(({ draft }) => registration.keep(draft))),
      requestCode,
      codeEntry: codeEntryMachine.provide({
        actors: { requestCode, checkCode: asking(registration.checkCode) },
      }),
      accountSetup: accountSetupMachine.provide({
        actors: {
          register: asking(registration.register),
          resetPassword: asking(registration.resetPassword),
          signIn: asking(async (input: Parameters<typeof account.signIn>[0], signal) => {
            await account.signIn(input, signal);
            if (!signal.aborted) registration.forget();
          }),
        },
      }),
    },
  });
}
