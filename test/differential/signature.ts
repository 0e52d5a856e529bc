import type { Difference } from './body-differences.ts';
import type { Answer, Request } from './exchange.ts';

const uuids = /[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}/gi;

/** What equal differences have in common: the route, the place, and the texts without their particulars. */
export function signature(request: Request, a: Answer, difference: Difference): string {
  // A header that is wrong is mostly wrong wherever that status is answered.
  const isHeader = difference.where.startsWith('header ');
  const of = isHeader ? `answers ${a.status}` : `${request.method} ${route(request)}`;
  return `${of} | ${shape(difference.where)} | ${shape(difference.a)} ≠ ${shape(difference.b)}`;
}

export function route(request: Request): string {
  return (request.path.split('?')[0] ?? '')
    .replaceAll(uuids, '{uuid}')
    .replace(/^\/(traits|resource_classes|allocations)\/.+/, '/$1/{name}')
    .replace(/\/inventories\/.+/, '/inventories/{class}');
}

/** A text without uuids, names and numbers, so that one cause gives one text. */
export function shape(text: string): string {
  return (
    text
      .replace(/^(\d+ more: )?[{[].*/s, '$1…')
      .replace(/^(2\d\d) [{[].*/s, '$1 …')
      .replaceAll(/<[^>]+>/g, ' ')
      // The stock sentence of a status comes first in every error text.
      .replace(/^.*(requested operation|incorrect|found|your request)\.\s*\n\n(?=\s*\S)/s, '')
      .replaceAll(/\s+/g, ' ')
      .replaceAll(uuids, 'U')
      .replaceAll(/[A-Z][A-Z0-9]*_[A-Z0-9_]+|\b(VCPU|PCPU|VGPU|PGPU)\b/g, 'N')
      .replaceAll(/\d+(\.\d+)?/g, (digits) => (/^[1-5]\d\d$/.test(digits) ? digits : '#'))
      .slice(0, 160)
  );
}
