import type { Catalogue } from "../catalogue.ts";

/** What can be set, and what the product is made of. */
export const settings: Pick<Catalogue, "about"> = {
  about: {
    product: "产品",
    madeWith: "使用的开源软件",
  },
};
