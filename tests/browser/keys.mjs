#!/usr/bin/env node
// keys.mjs GRUNDYD: every view by the Tab key alone, wide and narrow: whoever has the focus is seen and has a ring, the way goes down the view as
// it is read, leads through everything there is, and out again; the first stop skips what stands above the view.
import { check, equal, open } from "./support/browser.mjs";

const { page, close } = await open(process.argv[2]);
const shown = (selector) => (tab) => tab.locator(selector).first().waitFor(), answered = shown("[data-testid=verdict]"), asked = shown("[data-testid=puzzle][data-position]");
const views = {
  "/?family=heaps": shown(".cards .card"),
  "/play/wythoff": answered,
  "/play/graph": answered,
  "/play/custom": answered,
  "/table/sg": shown("[data-testid=plot]"),
  "/table/wythoff": shown("[data-testid=heatmap]"),
  "/practice/nim?kind=verdict&seed=1": asked,
  "/practice/wythoff?kind=moves&seed=1": asked,
  "/exam?games=nim,wythoff&count=3&seed=7": shown("[data-testid=exam-key]"),
  "/docs": async (tab) => {
    await shown("[data-operation]")(tab);
    await tab.fill("[data-testid=search]", "/euclid");
    await tab.locator("[data-operation='POST /euclid'] summary").first().click();
    await shown("[data-operation='POST /euclid'] [data-testid=send]")(tab);
  },
  "/custom": shown("[data-testid=laws] .law"),
};
const faults = [];

/** Who has the focus now, and whether that can be seen; null: nobody in the page. */
const focused = () => {
  const node = document.activeElement;
  if (!node || node === document.body) return null;
  const box = node.getBoundingClientRect(), style = getComputedStyle(node), dot = node.querySelector("circle"), was = node.dataset.visited;
  node.dataset.visited = "1";
  return {
    name: `${node.tagName.toLowerCase()} "${(node.getAttribute("aria-label") ?? node.textContent).trim().slice(0, 40)}"`,
    href: node.getAttribute("href"),
    was: Boolean(was),
    main: Boolean(node.closest("main")),
    seen: box.width > 0 && box.bottom > 0 && box.top < innerHeight,
    ring: (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 1) || (dot && parseFloat(getComputedStyle(dot).strokeWidth) > 3),
    left: box.left,
    right: box.right,
    top: box.top + scrollY,
    bottom: box.bottom + scrollY,
  };
};

async function walk(tab, url, width) {
  const said = `${url} ${width}`;
  await tab.goto(url);
  await views[url](tab);
  await tab.waitForFunction(() => !document.querySelector("[aria-busy]"));
  const all = await tab.evaluate(() => {
    scrollTo(0, 0);
    document.activeElement?.blur();
    document.querySelector("header a").focus();
    const radios = new Set();
    return [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")].filter((node) => node.tabIndex >= 0 && !node.disabled && node.checkVisibility({ visibilityProperty: true }) && !(node.type === "radio" && (radios.has(node.name) || !radios.add(node.name)))).length;
  });
  let before = await tab.evaluate(focused), stops = 1;
  if (before.href !== "#view") faults.push(`${said}: the first stop is ${before.name}`);
  for (; stops <= all + 5; stops++) {
    await tab.keyboard.press("Tab");
    const now = await tab.evaluate(focused);
    if (!now || now.was) break;
    if (!now.seen) faults.push(`${said}: ${now.name} is not seen`);
    if (!now.ring) faults.push(`${said}: ${now.name} has no ring`);
    // Back up is where another column begins, to the right.
    if (now.bottom < before.top && now.left < before.right) faults.push(`${said}: up again from ${before.name} to ${now.name}`);
    before = now;
  }
  equal(stops, all, `${said}: stops`);
  // From the first stop into the view.
  await tab.evaluate(() => document.querySelector("header a").focus());
  await tab.keyboard.press("Enter");
  await tab.keyboard.press("Tab");
  check(await tab.evaluate(() => document.querySelector("main").contains(document.activeElement)), `${said}: the skip link leads into the view`);
}

await Promise.all(
  [1280, 360].map(async (width) => {
    const tab = await page({ viewport: { width, height: 800 } });
    for (const url of Object.keys(views)) await walk(tab, url, width);
    await tab.context().close();
  }),
);
equal(faults.join("\n"), "", "what the Tab key finds");
await close();
