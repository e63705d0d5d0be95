import { describePaths } from "./describe.ts";
import { personModel } from "./models/person.ts";

describePaths(personModel);
