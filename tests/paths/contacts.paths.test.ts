import { describePaths } from "./describe.ts";
import { contactsModel } from "./models/people/contacts.ts";

describePaths(contactsModel);
