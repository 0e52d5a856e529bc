import { get, type HostileRequest } from './hostile-request.ts';
import { filled } from './texts.ts';

export function headers(): HostileRequest[] {
  const request = get('', '/resource_classes/VCPU');
  const long = 50_000;
  return [
    {
      ...request,
      name: 'accept of many types',
      headers: { accept: filled(long, (n) => `a/b;q=0.${n % 1000}`, ',') },
    },
    { ...request, name: 'accept of semicolons', headers: { accept: `a/b${';'.repeat(long)}` } },
    { ...request, name: 'accept of spaces', headers: { accept: `a/b${' '.repeat(long)}x` } },
    {
      ...request,
      name: 'version of many services',
      headers: { 'openstack-api-version': filled(long, (n) => `s${n} 1.1`, ',') },
    },
    {
      ...request,
      name: 'version of spaces',
      headers: { 'openstack-api-version': `placement ${' '.repeat(long)}x` },
    },
    { ...request, name: 'a long token', headers: { 'x-auth-token': filled(long, () => 'a:', '') } },
  ];
}
