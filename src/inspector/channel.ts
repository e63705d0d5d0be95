/** The name of the channel between the pages of this browser and its inspectors. */
export const CHANNEL = "parley:inspection";
