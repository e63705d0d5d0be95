/** A frame tells its page that it can show a phone now. */
export const READY = "parley:phone-ready";
