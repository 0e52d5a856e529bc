import type { Visit } from '../visit.ts';

/** Whether there is such a method of the path, at whatever version. To stand behind `findPath`. */
export function findMethod(visit: Visit): void {
  const { path, request, service } = visit;
  const offer = path?.methods.get(request.method);
  if (offer === undefined) {
    throw service.dialect.refusals.unknownMethod([...(path?.methods.keys() ?? [])]);
  }
  visit.offer = offer;
}
