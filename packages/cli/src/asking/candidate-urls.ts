/**
 * Where a service may be, by the address that was given for it. With a token alone there is one address for all services, and people give that of one of
 * them, or of the whole process: Berth has Placement at the root and at /placement, compute at /compute/v2.1.
 */
export function candidateUrls(service: 'placement' | 'compute', given: string): readonly string[] {
  const url = given.replace(/\/+$/, '');
  const root = url.replace(/\/(?:placement|compute(?:\/v2(?:\.\d+)?)?)$/, '');
  const others = service === 'placement' ? [`${root}/placement`] : [`${url}/v2.1`, `${root}/compute/v2.1`];
  return [...new Set([url, ...others])];
}

/** Compute tells of itself below its version; what catalogs have behind that is a project. */
export function discoveryUrl(service: 'placement' | 'compute', url: string): string {
  return service === 'compute' ? url.replace(/(\/v2(?:\.\d+)?)\/.*$/, '$1') : url;
}
