import type { Namespace } from './definition.ts';
import { accel } from './namespaces/accel.ts';
import { aggregateInstanceExtraSpecs } from './namespaces/aggregate-instance-extra-specs.ts';
import { capabilities } from './namespaces/capabilities.ts';
import { hwRng } from './namespaces/hw-rng.ts';
import { hwVideo } from './namespaces/hw-video.ts';
import { hw } from './namespaces/hw.ts';
import { os } from './namespaces/os.ts';
import { pciPassthrough } from './namespaces/pci-passthrough.ts';
import { quota } from './namespaces/quota.ts';
import { resources } from './namespaces/resources.ts';
import { trait } from './namespaces/trait.ts';
import { unnamespaced } from './namespaces/unnamespaced.ts';
import { vmware } from './namespaces/vmware.ts';

/**
 * Every extra spec that Nova itself knows. Within a namespace the order is Nova's, since of several templates the first
 * that matches a key counts; only the traits are in the order of the catalog.
 */
export const inTreeNamespaces: readonly Namespace[] = [
  accel,
  aggregateInstanceExtraSpecs,
  capabilities,
  hw,
  hwRng,
  hwVideo,
  os,
  pciPassthrough,
  quota,
  resources,
  trait,
  vmware,
  unnamespaced,
];
