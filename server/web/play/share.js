// Taking a position along: as a link, as JSON, as a command, as text, on paper.
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { button, copier, text } from "../ui.js";

/** @param {{id: string, position: () => any, words: () => string}} what */
export const sharePanel = ({ id, position, words }) =>
  h(
    "section",
    { class: "card share noprint" },
    h("h2", t("share")),
    h(
      "div",
      { class: "buttons" },
      copier(t("copyLink"), () => location.href),
      copier(t("copyJson"), () => text(position())),
      copier(t("copyCurl"), () => `curl -s ${location.origin}/${id} -d '${text(position()).replaceAll("'", "'\\''")}'`),
      copier(t("copyText"), words),
      button(t("print"), () => print()),
    ),
  );
