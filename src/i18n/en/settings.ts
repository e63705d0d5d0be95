/** What can be set, and what the product is made of. */
export const settings = {
  about: {
    product: "Product",
    madeWith: "Made with",
  },
} as const;
