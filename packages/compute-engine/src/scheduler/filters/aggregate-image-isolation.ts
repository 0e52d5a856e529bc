import { pythonText } from '@berth/extra-specs/python/python-text.ts';
import type { HostFilter } from './host-filter.ts';
import { aggregateValues } from './aggregate-values.ts';

/** Where the aggregates of the host speak of an image property that the image has, they speak of this value. */
export const aggregateImageIsolationFilter: HostFilter = {
  isAskedAgain: false,
  testFor: ({ view, wishes, settings }) => {
    const prefix = settings.imageIsolationPrefix ?? '';
    const properties: { readonly name: string; readonly text: string }[] = [];
    for (const [name, value] of wishes.reading.values) {
      // What is empty, zero or false is nothing that an aggregate could be against.
      if (value && name.startsWith(prefix)) properties.push({ name, text: pythonText(value) });
    }
    if (properties.length === 0) return null;
    return ({ node }) => {
      const aggregates = view.aggregatesOf(node.host);
      const other = properties.find(({ name, text }) => {
        const values = aggregateValues(aggregates, name);
        return values.size > 0 && !values.has(text);
      });
      return other === undefined ? null : `its aggregates want another ${other.name} than ${other.text}`;
    };
  },
};
