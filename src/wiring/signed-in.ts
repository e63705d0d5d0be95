/** The charts of a signed-in user, loaded during sign-in. */

import { type ActorRefFrom, fromCallback } from "xstate";
import type { AppContext, appMachine } from "../../machines/app/app.ts";
import { formDraftMachine } from "../../machines/app/form-draft.ts";
import { pushSubscriptionMachine } from "../../machines/app/push-subscription.ts";
import { routeScopesMachine } from "../../machines/app/route-scopes.ts";
import { isSameCards, type UnsentCard, unsentCards } from "../../machines/calls/card-progress.ts";
import { meetingInvitationMachine } from "../../machines/calls/meeting-invitation.ts";
import { typistsMachine } from "../../machines/inbox/typists.ts";
import { OUTBOX, type outboxMachine } from "../../machines/outbox/outbox.ts";
import { presenceMachine } from "../../machines/people/presence.ts";
import { signedInMachine } from "../../machines/session/signed-in.ts";
// Translations after sign-in, also for texts outside the views.
import "../i18n/signed-in.ts";
import { actorsByName, type Wiring } from "./actors-by-name.ts";
import { callCharts } from "./calls.ts";
import { chatCharts } from "./chat.ts";
import { contactRequestsChart } from "./contact-requests.ts";
import { disappearingMessagesChart } from "./disappearing-messages.ts";
import { downloadsChart, galleryChart, sharedMediaChart } from "./gallery.ts";
import { groupCharts } from "./groups.ts";
import { localSearchChart } from "./local-search.ts";
import type { Outside } from "./outside.ts";
import { ownProfileCharts } from "./own-profile.ts";
import { peopleCharts } from "./people.ts";
import { waitingRecordingsChart } from "./recorder.ts";
import { scannerChart } from "./scanner.ts";
import { forwardingChart } from "./selection.ts";
import { voicePlayerChart } from "./voice-player.ts";

export function signedInChart(outside: Outside) {
  const wiring: Wiring = { ...outside, actors: actorsByName(outside.ports) };
  const { callList, ...calls } = callCharts(wiring);
  const pages = routeScopesMachine.provide({
    actors: {
      callList,
      scanner: scannerChart(wiring),
      localSearch: localSearchChart(wiring),
      sharedMedia: sharedMediaChart(wiring),
      formDraft: formDraftMachine.provide({ actors: wiring.actors }),
      ...peopleCharts(wiring),
      ...groupCharts(wiring),
      ...ownProfileCharts(wiring),
    },
  });
  return signedInMachine.provide({
    actors: {
      ...chatCharts(wiring),
      ...calls,
      routeScopes: pages,
      contactRequests: contactRequestsChart(wiring),
      pushSubscription: pushSubscriptionMachine.provide({ actors: { ...wiring.actors, pushSettings } }),
      presence: presenceMachine.provide({ actors: wiring.actors }),
      typists: typistsMachine.provide({ actors: wiring.actors }),
      voicePlayer: voicePlayerChart(wiring),
      disappearingMessages: disappearingMessagesChart(wiring),
      downloads: downloadsChart(wiring),
      waitingRecordings: waitingRecordingsChart(wiring),
      gallery: galleryChart(wiring),
      meetingInvitation: meetingInvitationMachine.provide({
        actors: { forwarding: forwardingChart(wiring), outboxCards },
      }),
    },
  });
}

const pushSettings = fromCallback(({ sendBack, system }) => {
  const app: ActorRefFrom<typeof appMachine> = system.get("app");
  let told: AppContext | null = null;
  const tell = ({ context }: { context: AppContext }) => {
    const { alerts, language } = context;
    if (told?.alerts === alerts && told.language === language) return;
    told = context;
    sendBack({ type: "push.settings", settings: { ...alerts, language } });
  };
  tell(app.getSnapshot());
  const subscription = app.subscribe(tell);
  return () => subscription.unsubscribe();
});

const outboxCards = fromCallback(({ sendBack, system }) => {
  const outbox: ActorRefFrom<typeof outboxMachine> = system.get(OUTBOX);
  let told: readonly UnsentCard[] = [];
  const subscription = outbox.subscribe(({ context }) => {
    const cards = unsentCards(context.items);
    if (isSameCards(told, cards)) return;
    told = cards;
    sendBack({ type: "outbox.cards", cards });
  });
  return () => subscription.unsubscribe();
});
