import type { Problem } from '../problem.ts';
import { pythonText } from '../python/python-text.ts';
import { type ImagePropertyIndex, imagePropertiesOf } from '../registry/image-property-index.ts';
import type { Registry } from '../registry/registry.ts';
import { suggestWord } from '../suggestions/suggest-word.ts';
import { advice, adviceOnUse } from './advice.ts';

/** What the properties of an image say that nobody will hear, or not for long. The original accepts all of it in silence. */
export function adviceOnImage(
  registry: Registry,
  properties: Readonly<Record<string, unknown>>,
  driver: string | undefined,
): Problem[] {
  const index = imagePropertiesOf(registry);
  return Object.keys(properties).flatMap((name) => {
    const value = pythonText(properties[name]);
    const property = index.find(name);
    if (property !== null) return adviceOnUse(property, name, value, driver);
    const current = index.findFormer(name);
    if (current !== null) {
      const text = `'${name}' is the former name of '${current.name}'.`;
      return [
        advice('deprecated', name, value, text, current.name),
        ...adviceOnUse(current, name, value, driver),
      ];
    }
    return unknownProperty(index, name, value);
  });
}

/** Images carry properties for everybody. Only what looks as if it was meant for a server is worth a word. */
function unknownProperty(index: ImagePropertyIndex, name: string, value: string): Problem[] {
  const suggestion = suggestWord(name, [...index.plainNames], 2);
  if (suggestion === null && !/^(hw|img)_/.test(name)) return [];
  return [
    advice(
      'unknown-property',
      name,
      value,
      `'${name}' is not a known image property; nothing reads it.`,
      suggestion,
    ),
  ];
}
