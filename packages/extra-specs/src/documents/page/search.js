import { markWords } from './mark-words.js';

/**
 * The search of the page. Everything is in the page already: what does not have all the words is hidden. What is looked at is
 * what a reader sees, so nothing can be found that is not there, and nothing is there that cannot be found.
 *
 * @typedef {object} Item What can be found: the text about a namespace, an entry, a family of them, or one of a family.
 * @property {HTMLElement} node
 * @property {HTMLAnchorElement} link Its heading, which is where the focus goes.
 * @property {string} text In small letters, with the keys as one types them: `trait:hw_cpu_x86_avx2`, without a group.
 * @property {((word: string) => boolean) | null} template Whether a word is a case of a key with braces in it.
 * @property {boolean} isFamily It is there when one of its members is, which are counted for it.
 * @property {boolean} isFound
 */

const input = /** @type {HTMLInputElement} */ (byId('page/query'));
const count = byId('page/count');
const nothing = byId('page/nothing');
const introduction = byId('page/introduction');
const items = Array.from(document.querySelectorAll('[data-name]'), itemOf);
const groups = Array.from(document.querySelectorAll('.part, .namespace, .family'), groupOf).reverse();
const amounts = Array.from(document.querySelectorAll('nav li'), amountOf);

/** What the address points to is shown, whatever the words are, until there are others. @type {Element | null} */
let pinned = null;
let addressTimer = 0;

start();

function start() {
  byId('page/search').hidden = false;
  for (const { node, link, isFamily } of items)
    if (node.tagName !== 'LI' && !isFamily) addCopyButton(node, link);
  input.value = wordsInAddress();
  input.addEventListener('input', () => {
    pinned = null;
    search();
    clearTimeout(addressTimer);
    addressTimer = setTimeout(keepInAddress, 300);
  });
  document.addEventListener('keydown', onKey);
  window.addEventListener('hashchange', goToAddress);
  // Whoever goes back to other words is not told of another fragment, even if there is one.
  window.addEventListener('popstate', goToWordsAndAddress);
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    // The words belong to the address that is left, and not to the one that it leads to.
    if (link !== null) keepInAddress();
    // A second time on the same link changes no address, so that nobody else would show it.
    if (link?.getAttribute('href') === location.hash) goToAddress();
  });
  search();
  if (location.hash !== '') goToAddress();
}

/** Shows what has all the words, and says how much that is. */
function search() {
  const words = input.value
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  for (const item of items) {
    item.isFound = words.every((word) => item.text.includes(word) || item.template?.(word) === true);
    item.node.hidden = !item.isFound && pinned?.contains(item.node) !== true;
  }
  // From the inside to the outside: whatever has something in it is there, with its heading.
  for (const { node, about, inside } of groups) {
    node.hidden = inside.every((each) => each.hidden);
    about?.classList.toggle('brief', about.hidden === true);
    if (about !== null) about.hidden = node.hidden;
  }
  introduction.hidden = words.length > 0;
  for (const { node, found, inside } of amounts) {
    const amount = inside.filter(({ isFound }) => isFound).length;
    found.textContent = `${amount}`;
    node.classList.toggle('none', amount === 0);
  }
  const results = items.filter(({ isFound, isFamily }) => isFound && !isFamily);
  const total = items.filter(({ isFamily, node }) => !isFamily && !node.matches('.about')).length;
  nothing.hidden = results.length > 0 || pinned !== null;
  count.textContent =
    words.length === 0
      ? `${total} entries`
      : `${results.length} ${results.length === 1 ? 'result' : 'results'}`;
  markWords(
    results.map(({ node }) => node),
    words,
  );
}

function goToAddress() {
  const target = targetOf(location.hash.slice(1));
  for (const node of document.querySelectorAll('.target')) node.classList.remove('target');
  if (target === null) return;
  pinned = target;
  search();
  target.classList.add('target');
  target.scrollIntoView();
  // So that keys go on from here.
  items.find(({ node }) => node === target)?.link.focus({ preventScroll: true });
}

/** What an address means: an identifier, the name of an image property, or a key with something for what stands in braces. */
function targetOf(/** @type {string} */ fragment) {
  const name = decoded(fragment);
  for (const id of [fragment, name, `image/${name}`]) {
    const node = document.getElementById(id);
    if (node !== null) return node;
  }
  return items.find(({ template }) => template?.(name.toLowerCase()) === true)?.node ?? null;
}

function decoded(/** @type {string} */ fragment) {
  try {
    return decodeURIComponent(fragment);
  } catch (error) {
    // A per cent sign that means nothing stands for itself.
    if (error instanceof URIError) return fragment;
    throw error;
  }
}

function onKey(/** @type {KeyboardEvent} */ event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const action = event.target === input ? keysInSearch.get(event.key) : keysOnPage.get(event.key);
  if (action?.() === true) event.preventDefault();
}

/** What a key does; true where the browser should then do nothing. @typedef {() => boolean} Action */

/** @type {ReadonlyMap<string, Action>} */
const keysInSearch = new Map([
  ['ArrowDown', () => move(1)],
  ['Enter', () => openFirst()],
  ['Escape', () => (input.value === '' ? leave() : clear())],
]);

/** @type {ReadonlyMap<string, Action>} */
const keysOnPage = new Map([
  ['/', () => focusSearch()],
  ['j', () => move(1)],
  ['k', () => move(-1)],
  // Without a result to start from, arrows scroll.
  ['ArrowDown', () => isOnResult() && move(1)],
  ['ArrowUp', () => isOnResult() && move(-1)],
  ['Escape', () => clear()],
]);

function results() {
  return items
    .filter(({ node, isFamily }) => !isFamily && !node.hidden && !node.matches('.brief'))
    .map(({ link }) => link);
}

function isOnResult() {
  return results().some((link) => link === document.activeElement);
}

/** From the result that has the focus; from the search to the first; from anywhere else to the first that can be seen. */
function move(/** @type {1 | -1} */ step) {
  const links = results();
  const at = links.findIndex((link) => link === document.activeElement);
  const visible = links.findIndex((link) => link.getBoundingClientRect().top >= 0);
  const next = at >= 0 ? at + step : document.activeElement === input ? 0 : visible;
  if (next < 0) return focusSearch();
  links[next]?.focus();
  return true;
}

function openFirst() {
  const [first] = results();
  first?.click();
  first?.focus();
  return true;
}

function focusSearch() {
  input.focus();
  input.select();
  return true;
}

function clear() {
  if (input.value === '') return false;
  input.value = '';
  search();
  keepInAddress();
  return true;
}

function leave() {
  input.blur();
  return true;
}

function goToWordsAndAddress() {
  const words = wordsInAddress();
  if (input.value !== words) {
    input.value = words;
    pinned = null;
    search();
  }
  goToAddress();
}

function wordsInAddress() {
  return new URLSearchParams(location.search).get('q') ?? '';
}

/** So that a search can be sent to somebody, or come back to. */
function keepInAddress() {
  clearTimeout(addressTimer);
  const address = new URL(location.href);
  if (input.value === '') address.searchParams.delete('q');
  else address.searchParams.set('q', input.value);
  if (address.href !== location.href) history.replaceState(history.state, '', address);
}

function addCopyButton(/** @type {HTMLElement} */ node, /** @type {HTMLAnchorElement} */ link) {
  // Browsers offer it only to pages that nobody can have changed on the way.
  if (navigator.clipboard === undefined) return;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy link';
  button.setAttribute('aria-label', `Copy the link to ${node.dataset['name']}`);
  button.addEventListener('click', () => {
    // A browser that refuses it says so in its console.
    void navigator.clipboard.writeText(link.href).then(() => (count.textContent = 'Link copied'));
  });
  (link.parentElement ?? link).after(button);
}

/** @returns {Item} */
function itemOf(/** @type {Element} */ element) {
  const node = /** @type {HTMLElement} */ (element);
  const name = node.dataset['name'] ?? '';
  const family = node.tagName === 'LI' ? node.closest('article') : null;
  const parts = [
    name,
    name.replace(/\{[^{}]*\}/g, ''),
    ...textsOf(node),
    ...(family === null ? [] : textsOf(family)),
  ];
  return {
    node,
    link: /** @type {HTMLAnchorElement} */ (node.querySelector('a.self')),
    text: parts.join('\n').toLowerCase(),
    template: name.includes('{') && !node.matches('.about') ? templateOf(name.toLowerCase()) : null,
    isFamily: node.matches('.family'),
    isFound: true,
  };
}

/** Of a family without its members, which are found by themselves. */
function textsOf(/** @type {Element} */ node) {
  const children = Array.from(node.children).filter((child) => !child.matches('.members'));
  return children.map((child) => child.textContent ?? '');
}

/** Whether a word is a case of a template. A pattern would try every way to divide the word; the first place of a part will do. */
function templateOf(/** @type {string} */ name) {
  const parts = name.split(/\{[^{}]*\}/);
  const first = /** @type {string} */ (parts[0]);
  const last = /** @type {string} */ (parts.at(-1));
  return (/** @type {string} */ word) => {
    const end = word.length - last.length;
    if (end < first.length || !word.startsWith(first) || !word.endsWith(last)) return false;
    let at = first.length;
    for (const part of parts.slice(1, -1)) {
      const found = word.indexOf(part, at);
      if (found < 0 || found + part.length > end) return false;
      at = found + part.length;
    }
    return true;
  };
}

/** What is there as long as something in it is. */
function groupOf(/** @type {Element} */ element) {
  const node = /** @type {HTMLElement} */ (element);
  const inside = /** @type {HTMLElement[]} */ (
    Array.from(
      node.querySelectorAll(':scope > .namespace, :scope > [data-name], :scope > .members > [data-name]'),
    )
  );
  const about = /** @type {HTMLElement | null} */ (node.querySelector(':scope > .about'));
  return { node, inside, about };
}

function amountOf(/** @type {Element} */ node) {
  const section = document.getElementById((node.querySelector('a')?.getAttribute('href') ?? '').slice(1));
  return {
    node,
    found: /** @type {Element} */ (node.querySelector('.amount')),
    inside: items.filter(
      (item) => !item.isFamily && !item.node.matches('.about') && section?.contains(item.node),
    ),
  };
}

function byId(/** @type {string} */ id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}
