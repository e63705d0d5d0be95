/** The languages of the texts. */
export type Language = "zh" | "en";
