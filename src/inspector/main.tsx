import { Inspector } from "../../tools/charts/inspector/Inspector.tsx";
import { textsOf } from "../../tools/charts/inspector/texts.ts";
import { showPage } from "./page.tsx";

showPage((recorder, language) => <Inspector recorder={recorder} say={textsOf(language)} />);
