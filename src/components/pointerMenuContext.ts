import { createContext } from "react";

/** Whether the menus inside open where the user pointed (11-21). Apart from `ActionMenu`, which loads later. */
export const PointerMenuContext = createContext(false);
