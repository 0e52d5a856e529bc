import type { Request } from './exchange.ts';
import { standardTraits } from './world.ts';

/**
 * An error text with what the original leaves to chance taken out. These texts list the members of a Python
 * set, in an order that differs from process to process, or name one of several that are equally wrong.
 * Everything else is compared word for word.
 */
export function looseDetail(detail: string, request: Request): string {
  let text = detail;
  for (const { pattern, replace } of byChance) {
    text = text.replace(pattern, (...match: unknown[]) => replace(match as string[], request));
  }
  return text;
}

type Loosening = {
  readonly pattern: RegExp;
  readonly replace: (match: readonly string[], request: Request) => string;
};

const listed: Loosening['replace'] = ([, before, list]) =>
  `${before}${(list ?? '').split(', ').sort().join(', ')}`;

const byChance: readonly Loosening[] = [
  // PUT of a provider's traits names those that do not exist; what is no trait at all may have spaces.
  { pattern: /(No such trait )([^\n<]*[^\s<])/, replace: listed },
  { pattern: /(found in root_required: )([^\s,]+(?:, [^\s,<]+)*)/, replace: listed },
  // Groups without resources that no same_subtree names, and the reverse.
  { pattern: /(bad group\(s\) - \[)([^\]]+)/, replace: listed },
  { pattern: /(in `same_subtree`: \[)([^\]]+)/, replace: listed },
  // Allocations of a class that a provider has no inventory of: both lists are sets.
  { pattern: /(Unable to allocate inventory: Inventory for ')([^']+)/, replace: listed },
  {
    pattern: /(Unable to allocate inventory: Inventory for '[^']+' on resource provider ')([^']+)/,
    replace: listed,
  },
  // Of several bad uuids in one member_of, any can be the one that is named.
  { pattern: /(parameter to contain valid UUID\(s\)\. Got: )([^\s<]*)/, replace: oneGiven },
  // So with several traits that do not exist.
  { pattern: /(No such trait\(s\): )([^\s<]*)\./, replace: oneGiven },
];

function oneGiven([, before = '', named = '']: readonly string[], request: Request): string {
  const isGiven = decoded(request.path).includes(named) && !standardTraits.includes(named);
  return `${before}${isGiven ? 'one of those given' : named}`;
}

/** The path as the server reads it; what is no percent-encoding stays. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
