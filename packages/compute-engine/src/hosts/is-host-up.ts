import type { Compute } from '../compute-state.ts';

/** Whether a host does what it is told: somebody hears of it, and nobody has said that it is down. */
export function isHostUp({ services }: Pick<Compute, 'services'>, host: string): boolean {
  const service = services.ofHost(host);
  return service !== undefined && service.isUp && !service.isForcedDown;
}
