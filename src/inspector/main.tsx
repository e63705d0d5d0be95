import { Inspector } from "../../tools/charts/inspector/Inspector.tsx";
import { showPage } from "./page.tsx";

showPage((recorder, parts) => <Inspector recorder={recorder} parts={parts} />);
