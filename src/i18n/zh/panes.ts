import type { Catalogue } from "../catalogue.ts";

export const panes: Pick<Catalogue, "panes"> = {
  panes: {
    nothingOpen: "选择一个聊天，开始聊天",
  },
};
