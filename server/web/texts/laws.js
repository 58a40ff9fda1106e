// What is said of laws.
/** @type {import("../i18n.js").Texts} */
export const lawsTexts = {
  laws: ["Laws", "规律"],
  conjecture: ["My conjecture", "我的猜想"],
  test: ["Test it", "检验"],
  conjectured: ["conjecture", "猜想"],
  refuted: ["refuted", "已否定"],
  holds: ["holds so far", "目前成立"],
  fails: ["fails", "不成立"],
  evidence: ["evidence {n} bits", "证据 {n} 比特"],
  checked: ["checked to {n}", "已验证到 {n}"],
  "theorem-take-set": ["by the theorem on subtraction sets", "依据取石子集合的周期定理"],
  "theorem-octal": ["by the octal periodicity theorem", "依据八进制游戏的周期定理"],
  "theorem-look-back": ["by looking back a bounded way", "依据有限回溯的周期定理"],
  exceptions: ["except", "例外："],
  counter: ["at {at} it says {expected}, but the value is {found}", "在 {at} 处按此规律应为 {expected}，实际为 {found}"],
  compute: ["Compute there", "计算该处的值"],
  apart: ["The first two laws differ at {at}: the first says {first}, the second {second}.", "前两条规律在 {at} 处首次不同：第一条给出 {first}，第二条给出 {second}。"],
  found: ["At {at} the value is {found}.", "在 {at} 处，实际值为 {found}。"],
  nolaw: ["None of the known kinds of law was found. That does not mean that there is none.", "未发现已知类型的规律，但这不表示没有规律。"],
  further: ["Test further", "继续检验"],
  lawnote: ["A law is a conjecture unless it says “proven”. No verdict is ever taken from one.", "未标明“已证明”的规律都只是猜想；任何胜负判断都不依据猜想。"],
};
