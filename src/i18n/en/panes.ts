/** Wide windows, with several views side by side. */
export const panes = {
  panes: {
    nothingOpen: "Choose a chat to start writing",
  },
};
