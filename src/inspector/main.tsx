import { Inspector } from "./Inspector.tsx";
import { showPage } from "./page.tsx";
import { textsOf } from "./texts.ts";

showPage((recorder, language) => <Inspector recorder={recorder} say={textsOf(language)} />);
