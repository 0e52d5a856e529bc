import type { ConsumerId } from '@berth/engine/ids.ts';

const longest = 63;

/** What a server calls itself, made of its name: what a machine could be called of it, or its id where nothing is left. */
export function hostnameOf(name: string, id: ConsumerId, suffix = ''): string {
  const hostname = cleaned(name);
  if (hostname === '') return `Server-${id}`;
  // Those that are made together are told apart, however long the name is.
  return hostname + suffix;
}

function cleaned(name: string): string {
  return Array.from(name)
    .filter((character) => (character.codePointAt(0) as number) <= 0xff)
    .slice(0, longest)
    .join('')
    .replaceAll(/[._ ]/g, '-')
    .replaceAll(/[^\p{L}\p{N}_.-]+/gu, '')
    .toLowerCase()
    .replaceAll(/^[.-]+|[.-]+$/g, '');
}
