import { describePaths } from "./describe.ts";
import { contactsModel } from "./models/contacts.ts";

describePaths(contactsModel);
