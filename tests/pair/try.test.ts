// @vitest-environment node
import { it } from "vitest";
import { tell } from "./story.ts";
import { judge } from "./claims.ts";
it("x", async () => {
  const t = performance.now(); const c = process.cpuUsage();
  const from = Number(process.env.FROM ?? 0);
  const n = Number(process.env.N ?? 40);
  const pairs = new Map<string, string[]>();
  const problems = new Map<string, string[]>();
  const counts = new Map<string, number>();
  for (let s = from; s < from + n; s++) {
    const story = await tell(s);
    const verdict = judge(story);
    for (const [k, v] of Object.entries(verdict.seen)) counts.set(k, (counts.get(k) ?? 0) + v);
    for (const p of verdict.problems) { const k = story.style.name + " " + p.claim; problems.set(k, [...(problems.get(k) ?? []), s + ": " + p.what]); }
    const rooms = new Set(story.sides.map((x) => x.roomID));
    for (const r of rooms) {
      const caller = story.sides.find((x) => x.roomID === r && x.role === "caller");
      const callees = story.sides.filter((x) => x.roomID === r && x.role === "callee");
      const k = story.style.name.padEnd(9) + " " + (caller ? caller.reason + (caller.connectedAt !== null ? "*" : "") : "-") + " <-> " + (callees.map((x) => x.reason + (x.connectedAt !== null ? "*" : "")).sort().join("+") || "none");
      pairs.set(k, [...(pairs.get(k) ?? []), String(s)]);
    }
    if (process.env.SHOW === String(s)) console.log(story.style.name + "\n" + story.trace.join("\n"));
  }
  const d = process.cpuUsage(c);
  if (!process.env.SHOW) console.log([...pairs].sort(([a], [b]) => a < b ? -1 : 1).map(([k, v]) => k.padEnd(60) + v.length + "  e.g. " + v.slice(0, 4).join(" ")).join("\n"));
  console.log([...problems].map(([k, v]) => k + " (" + v.length + ")\n   " + v.slice(0, 6).join("\n   ")).join("\n"));
  console.log(Object.fromEntries(counts));
  console.log("ms per story", (performance.now() - t) / n, "cpu", (d.user + d.system) / 1000 / n);
}, 1000000);
