// Taking a position along: as a link, as JSON, as a command, as text, on paper.
import { h } from "../dom.js";
import { t } from "../i18n.js";

/** @param {{id: string, position: () => any, text: () => string, say: (text: string) => void}} what */
export function sharePanel({ id, position, text, say }) {
  /** @param {string} value */
  async function copy(value) {
    try {
      await navigator.clipboard.writeText(value);
      say(t("copied"));
    } catch {
      shown.hidden = false;
      shown.value = value;
      shown.select();
    }
  }
  // Where the clipboard is closed to us, the text stands there to be copied by hand.
  const shown = h("textarea", { hidden: true, readonly: true, rows: 3, "aria-label": t("share") });
  const curl = () => `curl -s ${location.origin}/${id} -d '${JSON.stringify(position()).replaceAll("'", "'\\''")}'`;
  /** @param {string} key @param {() => string} make */
  const button = (key, make) => h("button", { onclick: () => copy(make()) }, t(key));
  return h("section", { class: "card share noprint" }, h("h2", null, t("share")), h("div", { class: "buttons" }, button("copyLink", () => location.href), button("copyJson", () => JSON.stringify(position())), button("copyCurl", curl), button("copyText", text), h("button", { onclick: () => print() }, t("print"))), shown);
}
