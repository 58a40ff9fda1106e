// Making elements. Texts are always text nodes: nothing that a person or the service writes becomes markup.

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Record<string, any>} Attributes */

/**
 * @param {Element} node
 * @param {Attributes | null | undefined} attrs
 * @param {(Child | Child[])[]} children
 */
function fill(node, attrs, children) {
  for (const [name, value] of Object.entries(attrs ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name in node && (name === "value" || name === "checked" || name === "disabled" || name === "open" || name === "selected")) /** @type {any} */ (node)[name] = value;
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat()) if (child !== null && child !== undefined && child !== false) node.append(/** @type {Node} */ (child instanceof Node ? child : String(child)));
}

/**
 * An HTML element. `onclick` and the like are listeners; null, undefined and false leave an attribute out.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes | null} [attrs]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, attrs, ...children) {
  const node = document.createElement(tag);
  fill(node, attrs, children);
  return node;
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes | null} [attrs]
 * @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, attrs, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  fill(node, attrs, children);
  return node;
}
