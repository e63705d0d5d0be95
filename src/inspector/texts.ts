import rosetta from "rosetta";
import type { Language } from "../../machines/domain/language.ts";

/** Texts of what only Parley's inspector has. */
const en = {
  left: "Left",
  middle: "Middle",
  right: "Right",
  play: "Play on phones",
  nobodyHint: "Open Parley with ?inspect in its address, or /duo, in this browser.",
  unseenHint: "in this recording, in those that npm test replays, and in the lessons",
  paths: "Paths of the tests",
  edits: "Edits not noticed",
  legend: "Legend",
  pathCount: "The tests walk {{count}} generated paths through this chart.",
  walkedBy: "how many of them are in the state, or take the transition",
  walkedByNone: "no path does",
  anywhere: "anywhere",
  noPaths: "The tests generate no paths for this chart: {{reason}}.",
  noTests: "Nothing is known about tests of this chart.",
  olderCounts: 'The counts are older than the chart. "npm run paths -- {{name}} --counts" counts again.',
  olderEdits: 'The list of edits is older than the chart. "npm run charts" writes it again.',
  editCount: "{{tried}} edits of this chart were tried, and the tests did not notice {{unnoticed}}.",
  olderRow: "These numbers are older than the chart.",
  openEdits: "{{count}} of these have no reason yet.",
  editMarks: "The numbers in the drawing count the edits of this list:",
  loadingTests: "Loading…",
  testsNotLoaded: "What is known about the tests cannot be loaded.",
  picture: "What a user sees",
  openPicture: "Picture",
  stateOfPicture: "State",
  closePicture: "Close the picture",
  seenIn: "What a user sees in {{name}}",
  innerPicture: "The picture is of {{name}}.",
  noPicture: "There is no picture of this state.",
  noPictureAs: "There is no picture of this state: {{reason}}.",
  olderPicture:
    'The picture is older than the chart. "npm run pictures -- -t {{name}} --update" takes it again.',
  media: "Media",
  wire: "Wire",
};

export type TextKey = keyof typeof en;

const zh: Record<TextKey, string> = {
  left: "左边",
  middle: "中间",
  right: "右边",
  play: "在手机上播放",
  nobodyHint: "在此浏览器中打开 /duo，或在 Parley 的地址后加 ?inspect。",
  unseenHint: "包括这份记录、npm test 重放的记录和示例记录",
  paths: "测试的路径",
  edits: "未被发现的改动",
  legend: "图例",
  pathCount: "测试为这张状态图生成并走过 {{count}} 条路径。",
  walkedBy: "其中经过该状态或转换的路径数",
  walkedByNone: "没有路径经过",
  anywhere: "任意状态",
  noPaths: "测试没有为这张状态图生成路径：{{reason}}。",
  noTests: "没有这张状态图的测试数据。",
  olderCounts: '这些数字比状态图旧。运行 "npm run paths -- {{name}} --counts" 可重新统计。',
  olderEdits: '改动列表比状态图旧。运行 "npm run charts" 可重新生成。',
  editCount: "对这张状态图试过 {{tried}} 处改动，测试没有发现其中 {{unnoticed}} 处。",
  olderRow: "这些数字比状态图旧。",
  openEdits: "其中 {{count}} 处还没有说明理由。",
  editMarks: "图中的数字是以下列表中的改动数：",
  loadingTests: "正在加载…",
  testsNotLoaded: "无法加载测试数据。",
  picture: "用户看到的画面",
  openPicture: "画面",
  stateOfPicture: "状态",
  closePicture: "关闭画面",
  seenIn: "用户在 {{name}} 中看到的画面",
  innerPicture: "这是 {{name}} 的画面。",
  noPicture: "这个状态没有画面。",
  noPictureAs: "这个状态没有画面：{{reason}}。",
  olderPicture: '画面比状态图旧。运行 "npm run pictures -- -t {{name}} --update" 可重新截取。',
  media: "媒体",
  wire: "网络",
};

export type SayOwn = (key: TextKey, params?: Readonly<Record<string, string>>) => string;

const dictionaries = rosetta({ en, zh });

export function ownTexts(language: Language): SayOwn {
  return (key, params) => dictionaries.t(key, params, language);
}
