import { fromCallback } from "xstate";
import { cachedChatsMachine } from "../../machines/inbox/cached-chats.ts";
import { connectionMachine } from "../../machines/session/connection.ts";
import { profileDetailsMachine } from "../../machines/session/profile-details.ts";
import { sessionMachine } from "../../machines/session/session.ts";
import { signInMachine } from "../../machines/session/sign-in.ts";
import { syncMachine } from "../../machines/session/sync.ts";
import type { FirstOutside } from "./outside.ts";
import { asking, listening } from "./port-actors.ts";
import type { AppPorts } from "./program.ts";
import { registrationChart } from "./registration.ts";

export function sessionChart(outside: FirstOutside & { ports: AppPorts }) {
  const { account, credentials, im, meetingKeys, platform, program, push, registration, rows, ...rest } =
    outside.ports;
  const { loadedMedia, shares, storage } = rest;
  const connectionEvents = listening(im.connectionEvents);
  const reconnect = asking(im.reconnect);
  const forgetTab = () => {
    meetingKeys.forget();
    loadedMedia.forget();
  };

  return sessionMachine.provide({
    actors: {
      signInFlow: signInMachine.provide({
        actors: {
          signIn: asking(account.signIn),
          sendCode: asking(account.sendCode),
          loadDemoPeople: asking(account.loadDemoPeople),
        },
      }),
      registration: registrationChart(outside),
      cachedChats: cachedChatsMachine.provide({
        actors: {
          readRows: asking(storage.readRows),
          askRows: asking(rows.askRows),
          cachedPages: fromCallback(({ input, sendBack }) => storage.watchPages(input, sendBack)),
        },
      }),
      connection: connectionMachine.provide({
        actors: {
          connectionEvents,
          pageEvents: listening(platform.pageEvents),
          reconnect,
          setBackground: asking(im.setBackground),
        },
      }),
      sync: syncMachine.provide({ actors: { syncEvents: listening(im.syncEvents), reconnect } }),
      profileDetails: profileDetailsMachine.provide({
        actors: { connectionEvents, loadDetails: asking(account.loadDetails) },
      }),
      readCredentials: asking(credentials.read),
      forgetCredentials: asking(({ userID, isRefused }: { userID: string; isRefused: boolean }) => {
        forgetTab();
        // The tabs share the rest. It belongs to the sign-in whose credentials stay.
        if (!isRefused || !credentials.isReplaced()) {
          registration.forget();
          push.forget();
          shares.forget();
          storage.forgetSearches();
          storage.forgetEmojis();
          storage.forgetDrafts(isRefused);
          storage.forgetRecordings();
          storage.forgetRows();
          storage.forgetPages();
        }
        // After a forced sign-out the outbox stays for the next sign-in of that user.
        if (!isRefused) im.dropUnsent(storage.forgetOutbox({ userID }));
        return credentials.forget(isRefused);
      }),
      warmUp: asking(im.start),
      login: asking(im.login),
      fetchSignedIn: asking(async () => {
        try {
          return (await program.fetchSignedIn())(outside);
        } catch (error) {
          await platform.renew();
          throw error;
        }
      }),
      logout: asking(im.logout),
      stopIm: asking(im.stop),
      loadProfile: asking(im.loadProfile),
      connectionEvents,
      credentialEvents: listening((send) =>
        credentials.events((event) => {
          // Another tab has removed what all tabs share.
          forgetTab();
          send(event);
        }),
      ),
      tabLock: fromCallback(({ input, sendBack, receive }) => {
        const lock = platform.tabLock(input, sendBack);
        receive(() => lock.steal());
        return () => lock.release();
      }),
    },
  });
}
