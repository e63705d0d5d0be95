/** Who is signed in, the link, and what a signed-in person has. */
import { fromCallback } from "xstate";
import { linkMachine } from "../../machines/link.ts";
import { messengerMachine } from "../../machines/messenger.ts";
import { pagesMachine } from "../../machines/pages.ts";
import { profileDetailsMachine } from "../../machines/profile-details.ts";
import { sessionMachine } from "../../machines/session.ts";
import { signInMachine } from "../../machines/sign-in.ts";
import { syncMachine } from "../../machines/sync.ts";
import { applicationsChart } from "./applications.ts";
import { callCharts } from "./calls.ts";
import { chatCharts } from "./chat.ts";
import { asking, listening, type Outside } from "./filling.ts";
import { groupCharts } from "./groups.ts";
import { peopleCharts } from "./people.ts";
import { registrationChart } from "./registration.ts";
import { scannerChart } from "./scanner.ts";

/** The session with everything below it, joined with the ports. */
export function sessionChart(outside: Outside) {
  const { account, credentials, im, platform, registration } = outside.ports;
  const connectionEvents = listening(im.connectionEvents);
  const reconnect = asking(im.reconnect);
  const { callList, ...calls } = callCharts(outside);
  const pages = pagesMachine.provide({
    actors: {
      callList,
      scanner: scannerChart(outside),
      ...peopleCharts(outside),
      ...groupCharts(outside),
    },
  });

  return sessionMachine.provide({
    actors: {
      signInFlow: signInMachine.provide({
        actors: { signIn: asking(account.signIn), sendCode: asking(account.sendCode) },
      }),
      registration: registrationChart(outside),
      link: linkMachine.provide({
        actors: {
          connectionEvents,
          pageEvents: listening(platform.pageEvents),
          reconnect,
          setBackground: asking(im.setBackground),
        },
      }),
      sync: syncMachine.provide({ actors: { syncEvents: listening(im.syncEvents), reconnect } }),
      messenger: messengerMachine.provide({
        actors: { ...chatCharts(outside), ...calls, pages, applications: applicationsChart(outside) },
      }),
      profileDetails: profileDetailsMachine.provide({
        actors: { connectionEvents, loadDetails: asking(account.loadDetails) },
      }),
      readCredentials: asking(credentials.read),
      forgetCredentials: asking(() => {
        registration.forget();
        return credentials.forget();
      }),
      warmUp: asking(im.start),
      login: asking(im.login),
      logout: asking(im.logout),
      stopIm: asking(im.stop),
      loadProfile: asking(im.loadProfile),
      connectionEvents,
      credentialEvents: listening(credentials.events),
      tabLock: fromCallback(({ sendBack, receive }) => {
        const lock = platform.tabLock(sendBack);
        receive(() => lock.steal());
        return () => lock.release();
      }),
    },
  });
}
