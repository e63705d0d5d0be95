import { describeLooks } from "./support/scenes.ts";

describeLooks("en");
