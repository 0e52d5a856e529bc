/** The version at which the original was measured, and an administrator who has no project's limits in the way. */
export const computeHeaders: Readonly<Record<string, string>> = {
  'x-auth-token': 'admin',
  accept: 'application/json',
  'openstack-api-version': 'compute 2.66',
};
