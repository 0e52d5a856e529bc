import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { buildRegistry } from '../registry/registry.ts';
import { renderHtml } from './render-html.ts';
import { hostileRegistry } from './testing/hostile-registry.ts';

const page = renderHtml(buildRegistry().registry);

describe('the HTML page', () => {
  test('allows its own style and script by their hashes, and nothing else', () => {
    const policy = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(page)?.[1] ?? '';
    for (const element of ['style', 'script']) {
      const [, content = ''] =
        new RegExp(`<${element}(?: type="module")?>([^]*?)</${element}>`).exec(page) ?? [];
      const hash = createHash('sha256').update(content).digest('base64');
      assert.ok(content.length > 1000);
      assert.ok(policy.includes(`${element}-src 'sha256-${hash}'`), element);
    }
    assert.match(policy, /default-src 'none'/);
    assert.doesNotMatch(policy, /unsafe|\*|https?:/);
  });

  test('has every identifier once, and a target for every link', () => {
    const ids = Array.from(page.matchAll(/ id="([^"]*)"/g), (match) => match[1]);
    assert.deepEqual(ids.length, new Set(ids).size);
    const links = Array.from(page.matchAll(/ href="#([^"]*)"/g), (match) => match[1]);
    assert.ok(links.length > 700);
    for (const link of links) assert.ok(ids.includes(link), `${link}`);
    for (const label of page.matchAll(/ (?:aria-labelledby|aria-describedby|for)="([^"]*)"/g)) {
      assert.ok(ids.includes(label[1]), label[0]);
    }
  });

  test('refers to nothing outside', () => {
    assert.deepEqual(page.match(/(?:src|href)="(?!#)[^"]*"/g), ['href="data:,"']);
    assert.doesNotMatch(page, /@import|url\(/);
  });

  test('has no tag that a hostile text brings along', () => {
    const names = new Set(
      Array.from(
        renderHtml(hostileRegistry(300, 7)).matchAll(/<\/?([a-z!-][a-z0-9]*)/gi),
        (match) => match[1],
      ),
    );
    const ours = Array.from(page.matchAll(/<\/?([a-z!-][a-z0-9]*)/gi), (match) => match[1]);
    assert.deepEqual(
      [...names].filter((name) => !ours.includes(name)),
      [],
    );
    assert.equal(renderHtml(hostileRegistry(300, 7)).match(/<script/g)?.length, 1);
  });
});
