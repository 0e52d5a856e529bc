import { Microversions } from '@berth/api-kit/microversions.ts';

/** Keystone has no microversions; what it calls its version counts additions. */
export const apiVersion = 'v3.14';

export const versions = new Microversions('identity', [['3.14', 'The version that is told']]);
