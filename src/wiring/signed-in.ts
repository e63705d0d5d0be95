/** The charts of a signed-in user, loaded during sign-in. */

import { routeScopesMachine } from "../../machines/app/route-scopes.ts";
import { signedInMachine } from "../../machines/session/signed-in.ts";
// Translations after sign-in, also for texts outside the views.
import "../i18n/signed-in.ts";
import { callCharts } from "./calls.ts";
import { chatCharts } from "./chat.ts";
import { contactRequestsChart } from "./contact-requests.ts";
import { disappearingMessagesChart } from "./disappearing-messages.ts";
import { downloadsChart, galleryChart, sharedMediaChart } from "./gallery.ts";
import { groupCharts } from "./groups.ts";
import { localSearchChart } from "./local-search.ts";
import { ownProfileCharts } from "./own-profile.ts";
import { peopleCharts } from "./people.ts";
import { presenceChart } from "./presence.ts";
import type { Outside } from "./program.ts";
import { waitingRecordingsChart } from "./recorder.ts";
import { scannerChart } from "./scanner.ts";
import { voicePlayerChart } from "./voice-player.ts";

export function signedInChart(outside: Outside) {
  const { callList, ...calls } = callCharts(outside);
  const pages = routeScopesMachine.provide({
    actors: {
      callList,
      scanner: scannerChart(outside),
      localSearch: localSearchChart(outside),
      sharedMedia: sharedMediaChart(outside),
      ...peopleCharts(outside),
      ...groupCharts(outside),
      ...ownProfileCharts(outside),
    },
  });
  return signedInMachine.provide({
    actors: {
      ...chatCharts(outside),
      ...calls,
      routeScopes: pages,
      contactRequests: contactRequestsChart(outside),
      presence: presenceChart(outside),
      voicePlayer: voicePlayerChart(outside),
      disappearingMessages: disappearingMessagesChart(outside),
      downloads: downloadsChart(outside),
      waitingRecordings: waitingRecordingsChart(outside),
      gallery: galleryChart(outside),
    },
  });
}
