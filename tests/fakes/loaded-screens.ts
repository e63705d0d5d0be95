/** Loads the screens up front, so that they show at once. */
import { loadAreaCodes } from "../../src/components/IdentifierField.tsx";
import { TABS } from "../../src/shell/lazyLayers.ts";
import { loadNotificationOffer, loadRegistration, PAGES } from "../../src/shell/lazyScreens.ts";
import "../../src/screens/login/DemoPeople.tsx";

await Promise.all(
  [
    loadAreaCodes,
    TABS.load,
    loadRegistration,
    loadNotificationOffer,
    ...Object.values(PAGES).map(({ load }) => load),
  ].map((load) => load()),
);
