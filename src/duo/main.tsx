import { showPage } from "../inspector/page.tsx";
import { Duo } from "./Duo.tsx";

showPage((recorder, language) => <Duo recorder={recorder} language={language} />);
