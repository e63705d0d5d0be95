/** What a signed-in person has. Fetched while somebody signs in. */

import { pagesMachine } from "../../machines/app/route-scopes.ts";
import { messengerMachine } from "../../machines/session/signed-in.ts";
// What the messenger says, in the views and where none is looked at.
import "../i18n/messenger.ts";
import { applicationsChart } from "./applications.ts";
import { burningChart } from "./burning.ts";
import { callCharts } from "./calls.ts";
import { chatCharts } from "./chat.ts";
import { downloadsChart, galleryChart, holdingsChart } from "./gallery.ts";
import { groupCharts } from "./groups.ts";
import { ownCharts } from "./oneself.ts";
import { peopleCharts } from "./people.ts";
import { playerChart } from "./player.ts";
import { presenceChart } from "./presence.ts";
import type { Outside } from "./program.ts";
import { spokenChart } from "./recorder.ts";
import { scannerChart } from "./scanner.ts";
import { searchingChart } from "./searching.ts";

/** The messenger with everything below it, joined with the ports. */
export function messengerChart(outside: Outside) {
  const { callList, ...calls } = callCharts(outside);
  const pages = pagesMachine.provide({
    actors: {
      callList,
      scanner: scannerChart(outside),
      searching: searchingChart(outside),
      holdings: holdingsChart(outside),
      ...peopleCharts(outside),
      ...groupCharts(outside),
      ...ownCharts(outside),
    },
  });
  return messengerMachine.provide({
    actors: {
      ...chatCharts(outside),
      ...calls,
      pages,
      applications: applicationsChart(outside),
      presence: presenceChart(outside),
      player: playerChart(outside),
      burning: burningChart(outside),
      downloads: downloadsChart(outside),
      spoken: spokenChart(outside),
      gallery: galleryChart(outside),
    },
  });
}
