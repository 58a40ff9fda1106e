// Against whom: a second person, or the machine, perfect or not.
import { h } from "../dom.js";
import { keep, recall, t } from "../i18n.js";

/** @param {() => void} changed */
export function opponentChoice(changed) {
  const kinds = ["noOpponent", "perfect", "skilled"], now = recall("opponent") ?? "noOpponent";
  const skill = h("input", { type: "range", min: 0, max: 100, step: 10, value: recall("skill") ?? "50", "aria-label": t("skill") });
  const output = h("output", skill.value);
  const level = h("label", { class: "level" }, t("skill"), " ", skill, " ", output);
  const select = h("select", { "data-testid": "opponent", "aria-label": t("opponent") }, ...kinds.map((kind) => h("option", { value: kind, selected: kind === now }, t(kind))));
  const seed = Math.floor(Math.random() * 1e6);
  const apply = () => {
    level.hidden = select.value !== "skilled";
    output.textContent = skill.value;
    keep("opponent", select.value);
    keep("skill", skill.value);
  };
  skill.addEventListener("input", apply);
  select.addEventListener("change", () => {
    apply();
    changed();
  });
  apply();
  return {
    node: h("div", { class: "opponent noprint" }, h("label", t("opponent"), " ", select), " ", level),
    automatic: () => select.value !== "noOpponent",
    /** Another seed for every ply, the same for the same game. @param {number} ply */
    skill: (ply) => (select.value === "skilled" ? { skill: Number(skill.value), seed: seed + ply } : {}),
  };
}
