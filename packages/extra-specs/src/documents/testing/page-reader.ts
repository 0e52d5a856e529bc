import type { Page } from 'playwright-core';

/** In the page: the name that is searched and the texts under each heading, by identifier. */
export const readTexts = `Object.fromEntries(Array.from(document.querySelectorAll('.about, .entry'), (node) => {
  const parts = node.querySelectorAll('h3 a, h4 a, .badge:not(.deprecated, .experimental), p, dt, dd, li');
  const id = node.matches('.about') ? node.parentElement.id : node.id;
  return [id, [node.dataset.name, ...Array.from(parts, (part) => part.textContent)]];
}))`;

export interface CSSColors {
  readonly color: string;
  readonly backgroundColor: string;
}

/** Of a shade of grey, more or less. */
export function brightness(color: string): number {
  return Math.max(...(color.match(/\d+/g) ?? []).slice(0, 3).map(Number));
}

export async function countOf(page: Page): Promise<string> {
  return (await page.locator('[role=status]').textContent()) ?? '';
}

/** The names of what can be seen; of a family those of its members. */
export async function shownOf(page: Page): Promise<readonly string[]> {
  return namesWhere(page, 'node.checkVisibility()');
}

/** The slow and obvious way to search: what a reader finds who reads everything. */
export async function withWords(page: Page, query: string): Promise<readonly string[]> {
  const words = query.toLowerCase().split(/ +/);
  return namesWhere(
    page,
    `(() => {
      const family = node.closest('.family');
      const about = family === null ? [] : Array.from(family.children).filter((child) => child.tagName !== 'UL');
      const text = [node.dataset.name, ...[node, ...about].map((each) => each.textContent)].join(' ').toLowerCase();
      return ${JSON.stringify(words)}.every((word) => text.includes(word));
    })()`,
  );
}

async function namesWhere(page: Page, condition: string): Promise<readonly string[]> {
  return page.evaluate(
    `Array.from(document.querySelectorAll('.entry:not(.family), .members > li'))
      .filter((node) => ${condition}).map((node) => node.dataset.name)`,
  );
}

/** A browser tells a page of a new address when it has time to. */
export async function arrivalAt(page: Page, id: string): Promise<void> {
  await page.locator(`.target[id=${JSON.stringify(id)}]`).waitFor();
}

export async function focusOf(page: Page): Promise<unknown> {
  return page.evaluate("document.activeElement.closest('[data-name]')?.dataset.name ?? null");
}

export async function isInView(page: Page, id: string): Promise<boolean> {
  return page.evaluate(
    `(() => {
      const node = document.getElementById(${JSON.stringify(id)});
      const { top } = node.getBoundingClientRect();
      return node.checkVisibility() && top >= document.querySelector('header').offsetHeight && top < innerHeight / 2;
    })()`,
  );
}
