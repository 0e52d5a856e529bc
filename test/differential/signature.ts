import type { Difference } from './body-differences.ts';
import type { Request } from './exchange.ts';

const uuids = /[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}/gi;

/** What equal differences have in common: the route, the place, and the texts without their particulars. */
export function signature(request: Request, difference: Difference): string {
  return `${request.method} ${route(request)} | ${shape(difference.where)} | ${shape(difference.a)} ≠ ${shape(difference.b)}`;
}

export function route(request: Request): string {
  return (request.path.split('?')[0] ?? '')
    .replaceAll(uuids, '{uuid}')
    .replace(/^\/(traits|resource_classes|allocations)\/.+/, '/$1/{name}')
    .replace(/\/inventories\/.+/, '/inventories/{class}');
}

/** A text without uuids, names and numbers, so that one cause gives one text. */
export function shape(text: string): string {
  return text
    .replaceAll(uuids, 'U')
    .replaceAll(/[A-Z][A-Z0-9]*_[A-Z0-9_]+|\b(VCPU|PCPU|VGPU|PGPU)\b/g, 'N')
    .replaceAll(/\d+(\.\d+)?/g, (digits) => (/^[1-5]\d\d$/.test(digits) ? digits : '#'))
    .slice(0, 160);
}
