// What the catalogue says.
/** @type {import("../i18n.js").Texts} */
export const catalogueTexts = {
  headline: ["Who wins from here, and why?", "谁能必胜？为什么？"],
  lead: ["Play combinatorial games, see every winning move, and understand it. All answers are exact.", "与电脑对弈组合游戏，查看每一种必胜走法，弄懂其中的道理。所有答案都是精确的。"],
  search: ["Search the games", "搜索游戏"],
  families: ["Families of games", "游戏类别"],
  none: ["No game is called so.", "没有找到这样的游戏。"],
  table: ["Table", "数值表"],
  ownLead: ["Write down your own rules, and get a table of values, its laws, and somebody to play with.", "写下自己的规则，得到数值表和其中的规律，并与电脑对弈。"],
  "family-heaps": ["Heaps", "石子堆"],
  "family-rows": ["Rows", "行与台阶"],
  "family-boards": ["Boards", "棋盘"],
  "family-graphs": ["Graphs", "图"],
  "family-scores": ["Scores", "得分"],
  "family-rules": ["Any rules", "任意规则"],
};
