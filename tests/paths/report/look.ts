export const look = `
:root { --walked: #12864a; --part: #a86200; --excused: #6b7684; --missed: #d92d20; --sunken: #f2f4f7;
  --here: #0071e3; --glow: #d6eaff; --hair: #e3e7ec; }
@media (prefers-color-scheme: dark) { :root { --walked: #3ccb7f; --part: #f0b04f; --excused: #8b97a6; --missed: #ff6b60;
  --sunken: #080a0d; --here: #4da3ff; --glow: #123a66; --hair: #242b35; } }
* { box-sizing: border-box; margin: 0; }
html { font: 15px/20px -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; -webkit-text-size-adjust: 100%; }
body { background: var(--sunken); color: var(--text); min-height: 100dvh; }
a { color: inherit; text-decoration: none; }
ol, ul { list-style: none; padding: 0; }
button, input { font: inherit; color: inherit; }
button { border: 0; background: none; cursor: pointer; text-align: start; border-radius: 8px; min-height: 44px; padding: 4px 12px; }
button:disabled { opacity: 0.35; cursor: default; }
:focus-visible { outline: 2px solid var(--here); outline-offset: 1px; }
.player:focus { outline: none; }
h2 { font-size: 22px; line-height: 28px; display: flex; align-items: center; gap: 8px; }
h3 { font-size: 13px; line-height: 18px; font-weight: 600; color: var(--quiet); }
.up { display: grid; place-items: center; width: 44px; height: 44px; margin: -8px 0 -8px -12px; font-size: 28px; color: var(--accent); }

header { padding: 20px 16px 12px; }
header h1 { font-size: 22px; line-height: 28px; }
header p { color: var(--quiet); font-size: 13px; line-height: 18px; font-variant-numeric: tabular-nums; }
nav ol { background: var(--page); border-radius: 12px; overflow: hidden; margin: 0 12px 24px; }
nav a { display: grid; grid-template-columns: 1fr auto 48px; gap: 0 12px; align-items: center; min-height: 48px;
  padding: 6px 14px; border-bottom: 1px solid var(--hair); position: relative; font-variant-numeric: tabular-nums; }
nav li:last-child a { border: 0; }
nav b { font-weight: 500; }
nav span { font-size: 13px; color: var(--quiet); text-align: end; }
nav i { grid-column: 1 / -1; height: 3px; border-radius: 2px; background: linear-gradient(to right, var(--walked) var(--share), var(--missed) 0); opacity: 0.7; }
nav a:hover { background: var(--box); }
nav a[aria-current] { background: var(--soft); }
nav a[aria-current] b { color: var(--accent); font-weight: 600; }
nav .is-broken b, nav .is-broken span:first-of-type { color: var(--missed); font-weight: 600; }

main { padding: 0 12px 40px; display: grid; gap: 12px; min-width: 0; align-content: start; }
[data-view="chart"] nav, [data-view="chart"] > header { display: none; }
[data-view="list"] main { display: none; }
.hint { color: var(--quiet); text-align: center; }
main > h2 { padding: 16px 4px 0; }
dl { display: flex; flex-wrap: wrap; gap: 4px 24px; padding: 0 4px; font-variant-numeric: tabular-nums; }
dt { font-size: 13px; line-height: 18px; color: var(--quiet); }
dd { font-weight: 600; }
.path-failure { background: var(--page); border-radius: 12px; border-inline-start: 4px solid var(--missed); padding: 10px 14px; }
.path-failure summary { font-weight: 600; color: var(--missed); overflow-wrap: anywhere; }
.path-failure pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: 13px; line-height: 18px; padding-top: 6px; }

.stage { display: grid; gap: 12px; scroll-margin-top: 12px; min-width: 0; }
.sheet, .player, .paths { background: var(--page); border-radius: 12px; min-width: 0; }
.sheet { overflow: hidden; display: grid; grid-template-rows: minmax(0, 1fr) auto; }
.board { overflow: auto; height: 56dvh; display: grid; justify-content: safe center; align-content: safe center; }
.is-playing .board { height: 40dvh; }
.board svg { display: block; flex: none; max-width: none; }
.tools { display: flex; flex-wrap: wrap; gap: 4px; align-items: center; padding: 4px 8px; border-top: 1px solid var(--hair); }
.tools button { min-width: 44px; text-align: center; color: var(--accent); }
.legend { display: flex; flex-wrap: wrap; gap: 2px 14px; margin-inline-start: auto; padding: 6px; font-size: 13px; line-height: 18px; color: var(--quiet); }
.legend li::before { content: ""; display: inline-block; width: 10px; height: 10px; border-radius: 3px; margin-inline-end: 6px; background: var(--cover); }

[data-cover="walked"] { --cover: var(--walked); }
[data-cover="part"] { --cover: var(--part); }
[data-cover="excused"] { --cover: var(--excused); }
[data-cover="missed"] { --cover: var(--missed); }
svg text[data-cover] { fill: var(--cover); }
svg text[data-cover="excused"] { font-style: italic; }
svg .way[data-cover] { stroke: var(--cover); }
svg .way[data-cover="excused"], svg .way[data-cover="missed"] { stroke-dasharray: 4 3; }
svg .state[data-cover]:not(.chart) > rect { stroke: var(--cover); }
svg .head { fill: context-stroke; }
svg .state rect, svg .way, svg text { transition: fill 160ms ease-out, stroke 160ms ease-out, opacity 160ms ease-out; }
.is-playing svg .way:not(.is-taken), .is-playing svg .label text:not(.is-taken), .is-playing svg [data-source]:not(.is-taken) { opacity: 0.45; }
svg .state.is-here > rect { fill: var(--glow); stroke: var(--here) !important; stroke-width: 2.5; }
svg .way.is-taken { stroke: var(--here); stroke-width: 3; stroke-dasharray: none; }
svg text.is-taken { fill: var(--here); font-weight: 700; }
@media (prefers-reduced-motion: reduce) { svg * { transition: none !important; } }

.is-playing .legend { display: none; }

.player { padding: 4px 4px 14px; display: grid; grid-template-rows: auto auto; align-content: start; }
.player[hidden] { display: none; }
.player h3 { padding: 12px 12px 2px; overflow-wrap: anywhere; }
.player .where { color: var(--here); }
.keys { display: flex; align-items: center; gap: 4px; position: sticky; top: 0; }
.keys button { min-width: 48px; text-align: center; font-size: 20px; color: var(--accent); }
.keys .count { flex: 1; text-align: center; font-variant-numeric: tabular-nums; color: var(--quiet); }
.steps { max-height: 190px; overflow: auto; border-block: 1px solid var(--hair); position: relative; }
.steps button { width: 100%; min-height: 36px; border-radius: 0; overflow-wrap: anywhere; color: var(--quiet); }
.steps button.is-past { color: var(--text); }
.steps button[aria-current] { background: var(--soft); color: var(--accent); font-weight: 600; }
.sees li { padding: 3px 12px 3px 34px; position: relative; overflow-wrap: anywhere; }
.sees li::before { content: "✓"; position: absolute; inset-inline-start: 14px; color: var(--walked); }
.sees .is-absent { color: var(--quiet); }
.sees .is-absent::before { content: "–"; color: var(--quiet); }
.nothing { padding: 3px 12px; color: var(--quiet); }

.paths { padding: 12px 4px 8px; }
.paths label { display: flex; gap: 8px; align-items: center; padding: 0 12px 4px; }
.paths input { flex: 1; min-width: 0; min-height: 44px; font-size: 16px; padding: 4px 12px; border: 1px solid var(--line); border-radius: 8px; background: var(--box); }
.paths h3 { padding: 12px 12px 4px; }
.paths ol { counter-reset: path; }
.paths li { content-visibility: auto; contain-intrinsic-size: auto 44px; }
.paths button { width: 100%; overflow-wrap: anywhere; padding-block: 10px; }
.paths button:hover { background: var(--box); }
.paths button[aria-current] { background: var(--soft); color: var(--accent); }
.paths .is-broken { color: var(--missed); font-weight: 600; }

@media (min-width: 900px) {
  body { display: grid; grid-template: auto minmax(0, 1fr) / 280px minmax(0, 1fr); height: 100dvh; }
  [data-view="chart"] nav, [data-view="chart"] > header { display: block; }
  [data-view="list"] main { display: grid; place-content: center; }
  header { grid-column: 1 / -1; padding: 14px 20px; display: flex; align-items: baseline; gap: 16px; }
  nav { overflow: auto; }
  nav ol { margin: 0 0 24px 12px; }
  nav a { min-height: 44px; }
  main { overflow: auto; padding: 0 16px 40px; }
  main > h2 { padding-top: 0; }
  .up { display: none; }
  .board { height: 60dvh; }
  .stage.is-playing { grid-template-columns: minmax(0, 1fr) 320px; }
  .is-playing .board { height: 60dvh; }
  .is-playing .legend { display: flex; }
  .player { grid-template-rows: auto minmax(120px, auto) auto auto minmax(0, 1fr); max-height: calc(60dvh + 53px); overflow: auto; }
  .keys { background: var(--page); z-index: 1; }
  .steps { max-height: 240px; }
}
`;
