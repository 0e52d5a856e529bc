import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Registry } from '../registry/registry.ts';
import {
  type Document,
  documentOf,
  type Entry,
  type Fact,
  type Member,
  type Part,
  type Section,
} from './document.ts';
import { escapeHtml, hrefTo, htmlCode, htmlLine } from './html-text.ts';
import { type Inline, membersTitle } from './prose.ts';

const style = readFileSync(new URL('page/style.css', import.meta.url), 'utf8');
/** Modules, each after those that it needs. In the page they are one, which has nothing to import. */
const script = ['mark-words.js', 'search.js']
  .map((name) => readFileSync(new URL(`page/${name}`, import.meta.url), 'utf8'))
  .map((module) => module.replace(/^import .*\n/gm, '').replace(/^export /gm, ''))
  .join('\n');

/** Nothing but our own style and script, and nothing from elsewhere. The icon is empty, so that no browser asks for one. */
const policy = [
  "default-src 'none'",
  `style-src ${hashOf(style)}`,
  `script-src ${hashOf(script)}`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** One page with everything in it. Scripts add a search; without them it is all there, and every link works. */
export function renderHtml(registry: Registry): string {
  const document = documentOf(registry);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(document.title)}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<a class="skip" href="#page/main">Skip to the content</a>
${header(document)}
<div class="columns">
${contents(document)}
<main id="page/main" tabindex="-1">
<div class="introduction" id="page/introduction">
${document.introduction.map((paragraph) => `<p>${htmlLine(paragraph)}</p>`).join('\n')}
</div>
${document.parts.map(part).join('\n')}
<p class="nothing" id="page/nothing" hidden>Nothing has all of these words.</p>
</main>
</div>
<script type="module">${script}</script>
</body>
</html>
`;
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** The search appears with the script that it needs. */
function header({ title }: Document): string {
  return `<header>
<h1>${escapeHtml(title)}</h1>
<search id="page/search" hidden>
<label for="page/query">Search</label>
<input id="page/query" type="search" placeholder="A key, a value, a trait, a word" autocomplete="off" autocapitalize="none" spellcheck="false" aria-describedby="page/keys">
<p id="page/count" role="status" aria-live="polite"></p>
<p id="page/keys"><kbd>/</kbd> search <kbd>↓</kbd> <kbd>↑</kbd> or <kbd>j</kbd> <kbd>k</kbd> move <kbd>Enter</kbd> open <kbd>Esc</kbd> clear</p>
</search>
</header>`;
}

function contents({ parts }: Document): string {
  const lists = parts.map(({ title, sections }) => {
    const items = sections.map(
      (section) =>
        `<li><a href="${hrefTo(section.place.fragment)}">${heading(section.title)}</a> <span class="amount">${amountOf(section)}</span></li>`,
    );
    return `<h2>${escapeHtml(title)}</h2>\n<ul>\n${items.join('\n')}\n</ul>`;
  });
  return `<nav aria-label="Contents">\n${lists.join('\n')}\n</nav>`;
}

function amountOf({ entries }: Section): number {
  return entries.reduce((sum, { members }) => sum + Math.max(1, members.length), 0);
}

function part({ title, sections }: Part): string {
  return `<section class="part">\n<h2>${escapeHtml(title)}</h2>\n${sections.map(section).join('\n')}\n</section>`;
}

/** A section's own text and each entry are what the search finds: what has `data-name`. */
function section({ place, title, description, facts, entries }: Section): string {
  const id = escapeHtml(place.fragment);
  return `<section class="namespace" id="${id}" aria-labelledby="title/${id}">
<div class="about" data-name="${escapeHtml(title.text)}">
<h3 id="title/${id}"><a class="self" href="${hrefTo(place.fragment)}">${heading(title)}</a></h3>
${description.map((paragraph) => `<p>${htmlLine(paragraph)}</p>`).join('\n')}
${facts.length === 0 ? '' : `<p>Of all of them:</p>\n${factList(facts)}`}
</div>
${entries.map(entry).join('\n')}
</section>`;
}

function entry({ place, name, type, notice, source, description, facts, members }: Entry): string {
  const id = escapeHtml(place.fragment);
  const badges = [
    `<span class="badge">${escapeHtml(type)}</span>`,
    ...(notice === null ? [] : [`<span class="badge ${notice.kind}">${notice.kind}</span>`]),
    ...(source === null ? [] : [`<span class="badge source">${escapeHtml(source)}</span>`]),
  ];
  return `<article class="entry${members.length > 0 ? ' family' : ''}" id="${id}" data-name="${escapeHtml(name)}" aria-labelledby="title/${id}">
<div class="heading">
<h4 id="title/${id}"><a class="self" href="${hrefTo(place.fragment)}">${htmlCode(name)}</a></h4>
${badges.join(' ')}
</div>
${notice === null ? '' : `<p class="notice ${notice.kind}">${htmlLine(notice.content)}</p>`}
${description.map((paragraph) => `<p>${htmlLine(paragraph)}</p>`).join('\n')}
${factList(facts)}
${memberList(members)}
</article>`;
}

function factList(facts: readonly Fact[]): string {
  if (facts.length === 0) return '';
  const rows = facts.map(({ label, items }) => {
    const cells = items.map((item) => `<dd>${htmlLine(item)}</dd>`).join('');
    return `<div><dt>${escapeHtml(label)}</dt>${cells}</div>`;
  });
  return `<dl>\n${rows.join('\n')}\n</dl>`;
}

function memberList(members: readonly Member[]): string {
  if (members.length === 0) return '';
  const isNamesOnly = members.every(({ description }) => description.length === 0);
  const items = members.map(({ place, name, fullName, description }) => {
    const id = escapeHtml(place.fragment);
    const link = `<a class="self" href="${hrefTo(place.fragment)}">${htmlCode(name)}</a>`;
    const said = description.length === 0 ? '' : ` <span>${htmlLine(description)}</span>`;
    return `<li id="${id}" data-name="${escapeHtml(fullName)}">${link}${said}</li>`;
  });
  return `<p class="caption">${htmlLine(membersTitle)}</p>
<ul class="members${isNamesOnly ? ' names' : ''}">\n${items.join('\n')}\n</ul>`;
}

function heading(title: Inline): string {
  return title.kind === 'text' ? escapeHtml(title.text) : htmlCode(title.text);
}
