import { describe, expect, it } from "vitest";
import { type Bye, wasLast } from "../../../machines/calls/last-leaver.ts";

/** "a<bc": the bye of a, which had received the byes of b and c. */
function byeOf(text: string): Bye {
  const [id = "", heard = ""] = text.split("<");
  return { id, heard: [...heard] };
}

describe("R23 a user who leaves", () => {
  it.each<[string, own: string, byes: readonly string[], others: string, boolean | null]>([
    ["alone is the last", "a", [], "", true],
    ["does not know the last while another user is in", "a", [], "b", null],
    ["does not know it while one of two others is in", "a", ["b"], "bc", null],
    ["after hearing the others' byes is the last", "c<ab", ["a", "b<a"], "", true],
    ["with a bye that another heard is not the last", "a", ["b<a"], "b", false],
    ["is the last if another went without a bye", "b", [], "", true],
    ["at the same time as another with a larger id is the last", "a", ["b"], "b", true],
    ["at the same time as another with a smaller id is not the last", "b", ["a"], "a", false],
    ["is the last if the smaller of two was heard by the other", "b", ["a", "c<a"], "ac", true],
    ["is not the last if an unheard user has a smaller id", "c<a", ["a", "b"], "b", false],
    ["and whose bye was heard does not count with a smaller id", "a", ["b", "c<a"], "bc", false],
    ["counts as heard itself if another says so", "a", ["b<zza"], "b", false],
  ])("%s", (_, own, byes, others, answer) => {
    expect(wasLast(byeOf(own), { byes: byes.map(byeOf), others: [...others] })).toBe(answer);
  });

  it("agrees with the others on a single last user in every order of leaving", () => {
    const ids = ["a", "b", "c", "d"];
    const orders = ids.flatMap((first) => ids.filter((id) => id !== first).map((second) => [first, second]));
    for (let pattern = 0; pattern < 64; pattern += 1)
      for (const [first = "", second = ""] of orders) {
        const order = [first, second, ...ids.filter((id) => id !== first && id !== second)];
        let bit = 0;
        const all = order.map((id, index) => ({
          id,
          heard: order.slice(0, index).filter(() => (pattern >> bit++) % 2 === 1),
        }));
        const lasts = all.filter((own) =>
          wasLast(own, { byes: all.filter((bye) => bye !== own), others: ids.filter((id) => id !== own.id) }),
        );
        expect(lasts, JSON.stringify(all)).toHaveLength(1);
      }
  });
});
