import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { seed } from '@berth/testing/random-cases.ts';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { buildRegistry } from '../registry/registry.ts';
import { documentOf } from './document.ts';
import { renderHtml } from './render-html.ts';
import { hasBrowser, type OpenPage, openPage, startBrowser } from './testing/browser.ts';
import { expectedTexts } from './testing/expected-texts.ts';
import { hostileRegistry } from './testing/hostile-registry.ts';
import {
  arrivalAt,
  brightness,
  countOf,
  type CSSColors,
  focusOf,
  isInView,
  readTexts,
  shownOf,
  withWords,
} from './testing/page-reader.ts';

const { registry } = buildRegistry();
const html = renderHtml(registry);

describe('the HTML page in a browser', { concurrency: false }, () => {
  let browser: Browser | null = null;
  after(() => browser?.close());

  /** Opens the page, and sees to it that it does nothing wrong. */
  function inBrowser(
    name: string,
    use: (open: OpenPage) => Promise<void>,
    { content = html, ...options }: BrowserContextOptions & { readonly content?: string } = {},
  ): void {
    test(name, async (context) => {
      if (!hasBrowser(context)) return;
      browser ??= await startBrowser();
      await openPage(browser, content, options, async (open) => {
        await use(open);
        assert.deepEqual(open.misdeeds, []);
      });
    });
  }

  inBrowser(
    'finds what has all the words, whatever their case, and says how much that is',
    async ({ page, visit }) => {
      await visit('');
      const all = await shownOf(page);
      assert.equal(
        all.length,
        registry.specs.length + registry.imageFamilies.flatMap(({ properties }) => properties).length,
      );
      assert.equal(await countOf(page), `${all.length} entries`);

      for (const query of [
        'CPU_policy',
        'dedicated  EMULATOR',
        'x86_avx',
        'deprecated',
        'luksv2',
        '\\d+',
        'image_property_',
      ]) {
        await page.fill('[type=search]', query);
        const shown = await shownOf(page);
        assert.deepEqual(shown, await withWords(page, query), query);
        assert.equal(await countOf(page), shown.length === 1 ? '1 result' : `${shown.length} results`);
        assert.ok(shown.length > 0 || query === 'image_property_', query);
        assert.ok(shown.length < all.length, query);
      }
      assert.ok(await page.getByText('Nothing has all of these words.').isVisible());
      assert.equal(await page.locator('[aria-live=polite]').textContent(), '0 results');
      assert.ok(!(await page.getByText('Extra specs belong to a flavor').isVisible()));
      assert.equal(await page.locator('nav li:not(.none)').count(), 0);

      await page.fill('[type=search]', '');
      assert.deepEqual(await shownOf(page), all);
      assert.ok(await page.getByText('Extra specs belong to a flavor').isVisible());
    },
  );

  inBrowser('finds a key as it is used, where the definition has braces', async ({ page, visit }) => {
    await visit('?q=hw%3Anuma_cpus.0');
    assert.equal(await page.inputValue('[type=search]'), 'hw:numa_cpus.0');
    assert.ok((await shownOf(page)).includes('hw:numa_cpus.{num}'));
    for (const [query, key] of [
      ['trait:HW_CPU_X86_AVX2', 'trait{group}:HW_CPU_X86_AVX2'],
      ['trait1:hw_cpu_x86_avx2', 'trait{group}:HW_CPU_X86_AVX2'],
      ['resources:VC', 'resources{group}:VCPU'],
    ] as const) {
      await page.fill('[type=search]', query);
      assert.ok((await shownOf(page)).includes(key), query);
    }

    // What only the text about a namespace says is found there.
    await page.fill('[type=search]', 'AggregateInstanceExtraSpecsFilter');
    assert.ok(await page.locator('#namespace\\/aggregate_instance_extra_specs .about p').first().isVisible());
    // Of other namespaces there is a heading above what was found, and no more.
    await page.fill('[type=search]', 'hw:numa_nodes');
    assert.ok(await page.locator('#namespace\\/hw h3').isVisible());
    assert.ok(!(await page.locator('#namespace\\/hw .about p').first().isVisible()));
  });

  inBrowser('keeps the words in the address', async ({ page, visit }) => {
    await visit('#hw:cpu_policy');
    await page.fill('[type=search]', 'avx & 2');
    await page.waitForURL(/\?q=avx\+%26\+2#hw:cpu_policy$/);
    await page.keyboard.press('Escape');
    assert.match(page.url(), /page\.html#hw:cpu_policy$/);
  });

  inBrowser(
    'goes to what the address names, and shows it whatever the words are',
    async ({ page, visit }) => {
      for (const [address, id] of [
        ['#hw:cpu_policy', 'hw:cpu_policy'],
        ['?q=nothing+at+all#trait%7Bgroup%7D:HW_CPU_X86_AVX2', 'trait{group}:HW_CPU_X86_AVX2'],
      ] as const) {
        await visit(address);
        await arrivalAt(page, id);
        assert.ok(await isInView(page, id), address);
      }
      for (const [fragment, id] of [
        ['hw:cpu_policy', 'hw:cpu_policy'],
        ['trait{group}:HW_CPU_X86_AVX2', 'trait{group}:HW_CPU_X86_AVX2'],
        ['trait2:HW_CPU_X86_AVX2', 'trait{group}:HW_CPU_X86_AVX2'],
        ['hw:numa_cpus.3', 'hw:numa_cpus.{num}'],
        ['hw_cpu_policy', 'image/hw_cpu_policy'],
        ['namespace/quota', 'namespace/quota'],
        ['family/trait{group}:NAME', 'family/trait{group}:NAME'],
      ] as const) {
        await page.evaluate(`location.hash = ${JSON.stringify(fragment)}`);
        await arrivalAt(page, id);
        assert.ok(await isInView(page, id), fragment);
      }
      await page.evaluate("location.hash = 'no%such%thing'");
      await page.locator('.target').waitFor({ state: 'detached' });

      await page.fill('[type=search]', 'hw:cpu_policy');
      await page.locator('#hw\\:cpu_policy').getByRole('link', { name: 'hw_cpu_policy' }).click();
      assert.match(page.url(), /#image\/hw_cpu_policy$/);
      await arrivalAt(page, 'image/hw_cpu_policy');
      await page.goBack();
      await page.locator('.target').waitFor({ state: 'detached' });
      assert.equal(await page.inputValue('[type=search]'), 'hw:cpu_policy');
      await page.goForward();
      await arrivalAt(page, 'image/hw_cpu_policy');
      // Other words there, and back to those before.
      await page.fill('[type=search]', 'hw_cpu');
      await page.waitForURL(/q=hw_cpu#/);
      await page.goBack();
      await page.locator('.target').waitFor({ state: 'detached' });
      assert.equal(await page.inputValue('[type=search]'), 'hw:cpu_policy');
      await page.goForward();
      await arrivalAt(page, 'image/hw_cpu_policy');
      assert.equal(await page.inputValue('[type=search]'), 'hw_cpu');
      // Whoever looks for something else is no longer interested in it.
      await page.fill('[type=search]', 'avx512');
      assert.ok(!(await shownOf(page)).includes('hw_cpu_policy'));
      assert.ok((await shownOf(page)).every((name) => name.includes('AVX512')));
    },
  );

  inBrowser('is used without a mouse', async ({ page, visit }) => {
    await visit('?q=cpu_realtime');
    const results = await shownOf(page);
    assert.ok(results.length >= 3);
    await page.keyboard.press('/');
    assert.equal(await page.evaluate('document.activeElement.id'), 'page/query');
    assert.equal(await page.inputValue('[type=search]'), 'cpu_realtime', 'the slash itself is not typed');
    await page.keyboard.press('ArrowDown');
    assert.equal(await focusOf(page), results[0]);
    await page.keyboard.press('j');
    await page.keyboard.press('ArrowDown');
    assert.equal(await focusOf(page), results[2]);
    await page.keyboard.press('k');
    assert.equal(await focusOf(page), results[1]);
    await page.keyboard.press('Enter');
    await arrivalAt(page, `${results[1]}`);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    assert.equal(await page.evaluate('document.activeElement.id'), 'page/query');

    await page.keyboard.type('_mask');
    assert.equal(await page.inputValue('[type=search]'), '_mask', 'what was there was selected');
    await page.keyboard.press('Enter');
    const [first] = await shownOf(page);
    await arrivalAt(page, `${first}`);
    assert.equal(await focusOf(page), first);
    await page.keyboard.press('Escape');
    assert.equal(await page.inputValue('[type=search]'), '');
    assert.match(await countOf(page), /entries$/);
    // A letter in the search is a letter.
    await page.keyboard.press('/');
    await page.keyboard.type('jk/');
    assert.equal(await page.inputValue('[type=search]'), 'jk/');
  });

  inBrowser(
    'copies a link',
    async ({ page, visit }) => {
      await visit('');
      await page.getByRole('button', { name: 'Copy the link to hw:cpu_policy', exact: true }).click();
      await page.getByText('Link copied').waitFor();
      assert.match(
        String(await page.evaluate('navigator.clipboard.readText()')),
        /page\.html#hw:cpu_policy$/,
      );
    },
    { permissions: ['clipboard-read', 'clipboard-write'] },
  );

  inBrowser(
    'is all there without scripts',
    async ({ page, visit }) => {
      await visit('#hw:cpu_policy');
      assert.ok(!(await page.locator('[type=search]').isVisible()));
      assert.ok(await isInView(page, 'hw:cpu_policy'));
      const count =
        registry.specs.length + registry.imageFamilies.flatMap(({ properties }) => properties).length;
      assert.equal((await shownOf(page)).length, count);
      await page.locator('#hw\\:cpu_policy').getByRole('link', { name: 'hw_cpu_policy' }).click();
      assert.ok(await isInView(page, 'image/hw_cpu_policy'));
      await visit('#trait%7Bgroup%7D:HW_CPU_X86_AVX2');
      assert.ok(await isInView(page, 'trait{group}:HW_CPU_X86_AVX2'));
    },
    { javaScriptEnabled: false },
  );

  inBrowser('is as wide as the screen, and as dark as the reader likes it', async ({ page, visit }) => {
    await visit('');
    for (const width of [320, 700, 1000, 1920]) {
      await page.setViewportSize({ width, height: 640 });
      assert.equal(
        await page.evaluate('document.documentElement.scrollWidth <= innerWidth'),
        true,
        `${width}`,
      );
    }
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const { color, backgroundColor } = (await page.evaluate(
        'getComputedStyle(document.body)',
      )) as CSSColors;
      assert.equal(brightness(backgroundColor) < brightness(color), colorScheme === 'dark');
      assert.ok(Math.abs(brightness(backgroundColor) - brightness(color)) > 180);
    }
    await page.emulateMedia({ media: 'print' });
    assert.ok(!(await page.locator('nav').isVisible()));
    assert.ok(await page.locator('#hw\\:cpu_policy').isVisible());
  });

  const hostile = hostileRegistry(120, seed());
  inBrowser(
    'shows hostile texts as they are',
    async ({ page, visit }) => {
      await visit('');
      const document = documentOf(hostile);
      const places = new Map(
        document.parts
          .flatMap(({ sections }) =>
            sections.flatMap(({ place, entries }) => [place, ...entries.map((entry) => entry.place)]),
          )
          .map(({ label, fragment }) => [label, fragment]),
      );
      const read = new Map(Object.entries(await page.evaluate<Record<string, string[]>>(readTexts)));
      for (const { label, texts } of expectedTexts(document)) {
        const shown = read.get(places.get(label) as string)?.toSorted();
        // The type and the source are shown beside the name.
        const expected = [texts[0] as string, ...texts]
          .filter((text) => text !== 'Type' && text !== 'Defined by')
          .toSorted();
        assert.deepEqual(shown, expected, label);
      }
    },
    { content: renderHtml(hostile) },
  );
});
