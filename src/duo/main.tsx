import { showPage } from "../inspector/page.tsx";
import { Duo } from "./Duo.tsx";
import { phonesOf } from "./phones.ts";

const phones = phonesOf(location.search);

showPage((recorder, language) => <Duo phones={phones} recorder={recorder} language={language} />);
