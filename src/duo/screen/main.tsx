// First, so that component styles can override them.
import "../../styles/tokens.css";
import "../../styles/reset.css";
import "../../i18n/signed-in.ts";

import { createRoot } from "react-dom/client";
import * as v from "valibot";
import { languageOf } from "../../i18n/language.ts";
import { Still } from "../playback/still.ts";
import { PhoneScreen } from "./PhoneScreen.tsx";
import { READY } from "./ready.ts";

const language = languageOf(null, navigator.language);
document.documentElement.lang = language;
// It is a picture of a phone: presses and keys do nothing.
document.body.inert = true;

const element = document.getElementById("root");
if (!element) throw new Error("the page has no #root");
const root = createRoot(element);

addEventListener("message", ({ data, source, origin }: MessageEvent<unknown>) => {
  if (source !== parent || origin !== location.origin) return;
  const still = v.safeParse(Still, data);
  if (still.success) root.render(<PhoneScreen still={still.output} language={language} />);
});
parent.postMessage(READY, location.origin);
