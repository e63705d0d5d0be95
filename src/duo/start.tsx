import { showPage } from "../inspector/page.tsx";
import { DuoPage } from "./DuoPage.tsx";
import { phonesOf } from "./phones.ts";

const phones = phonesOf(location.search);

showPage((recorder, parts, language) => (
  <DuoPage phones={phones} recorder={recorder} parts={parts} language={language} />
));
