import type { Parameter } from './definition.ts';

/** What follows `resources` and `trait` in a key, and ties amounts and traits together. */
export const group: Parameter = {
  name: 'group',
  pattern: '([a-zA-Z0-9_-]{1,64})?',
  description:
    'The suffix of a request group, such as `1` or `_GPU`; resources and traits with the same suffix ' +
    'belong together. Empty for the group that is about the server as a whole.',
};
