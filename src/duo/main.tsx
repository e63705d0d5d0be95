import { showPage } from "../inspector/page.tsx";
import { Duo } from "./Duo.tsx";
import { phonesOf } from "./phones.ts";

const phones = phonesOf(location.search);

showPage((recorder, parts, language) => (
  <Duo phones={phones} recorder={recorder} parts={parts} language={language} />
));
