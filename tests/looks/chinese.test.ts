import { describeLooks } from "./support/scenes.ts";

describeLooks("zh");
