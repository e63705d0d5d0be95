import { Inspector } from "./Inspector.tsx";
import { showPage } from "./page.tsx";
import { wordsOf } from "./words.ts";

showPage((recorder, language) => <Inspector recorder={recorder} say={wordsOf(language)} />);
