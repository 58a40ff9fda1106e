// Making elements. Texts are always text nodes: nothing that a person or the service writes becomes markup.

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Record<string, any>} Attributes */

/** @param {any} part @returns {part is Attributes} */
const isAttributes = (part) => part?.constructor === Object;

/**
 * @param {Element} node
 * @param {(Attributes | Child | Child[])[]} parts
 */
function fill(node, parts) {
  for (const part of parts.flat()) {
    if (isAttributes(part)) {
      for (const [name, value] of Object.entries(part)) {
        if ((value ?? false) === false) continue;
        if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
        else if (/^(value|checked|disabled|open|selected)$/.test(name) && name in node) /** @type {any} */ (node)[name] = value;
        else node.setAttribute(name.replace("_", "aria-").replace("$", "data-testid"), value === true ? "" : value);
      }
    } else if ((part ?? false) !== false) node.append(/** @type {Node | string} */ (part));
  }
}

/**
 * An HTML element, of its attributes and children. `onclick` and the like are listeners; null, undefined and false leave an attribute or a
 * child out. The build puts a class behind the tag ("p small"), and has short names for some attributes.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {...(Attributes | Child | Child[])} parts
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, ...parts) {
  const [name, ...classes] = /** @type {[K]} */ (tag.split(" ")), node = document.createElement(name);
  if (classes.length) node.className = classes.join(" ");
  fill(node, parts);
  return node;
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {...(Attributes | Child | Child[])} parts
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, ...parts) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  fill(node, parts);
  return node;
}
