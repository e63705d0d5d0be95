/** Wide windows, with several views side by side. */
export const panes = {
  panes: {
    nothingOpen: "Choose a chat to start writing",
    hint: "Press ? for keyboard shortcuts",
    shortcuts: "Keyboard shortcuts",
    search: "Search",
    searchChat: "Search in chat",
    previousChat: "Previous chat",
    nextChat: "Next chat",
    inLists: "Move in a list",
    menu: "Menu of a chat or message",
    call: "To a small call and back",
    close: "Close what is open",
  },
};
