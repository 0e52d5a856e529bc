import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAmongTags } from './entity-tag.ts';

test('a tag is among those that a client names, weak or not, or is any', () => {
  const tag = '"a1"';
  for (const header of ['"a1"', 'W/"a1"', '*', '"b2", "a1"', '"b2",W/"a1" ', ' "a1"'])
    assert.equal(isAmongTags(header, tag), true, header);
  for (const header of [undefined, '', '"b2"', 'a1', '"a1', '"A1"', 'W/ "a1"'])
    assert.equal(isAmongTags(header, tag), false, String(header));
});
