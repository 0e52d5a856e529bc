import { suggestWord } from '../suggestions/suggest-word.ts';
import { pythonInteger } from '../python/python-integer.ts';
import { stripped } from '../python/python-blanks.ts';
import { pythonLiteral } from '../python/python-text.ts';
import { extraSpec, imageText, refuse, type Server, type Unclear, unclear } from './server.ts';

const affinityPolicies = ['required', 'legacy', 'preferred', 'socket'];

export function pciAffinityPolicy(server: Server): void {
  const key = 'hw:pci_numa_affinity_policy';
  const property = 'hw_pci_numa_affinity_policy';
  const ofFlavor = extraSpec(server, key) || null;
  const ofImage = imageText(server, property);
  if (ofImage !== unclear && ofImage !== null && ofFlavor !== null && ofFlavor !== ofImage) {
    refuse(server, {
      rule: 'image-pci-numa-policy-forbidden',
      key: property,
      value: ofImage,
      text: `Image property '${property}' is not permitted to override the '${key}' flavor extra spec.`,
      suggestion: affinityPolicies.includes(ofFlavor) ? ofFlavor : null,
    });
  } else if (ofFlavor !== null && !affinityPolicies.includes(ofFlavor)) {
    refuse(server, {
      rule: 'invalid-pci-numa-affinity',
      key,
      value: ofFlavor,
      text: `Invalid PCI NUMA affinity configured: ${ofFlavor}`,
      suggestion: suggestWord(ofFlavor, affinityPolicies),
    });
  }
}

/** `alias:count`, separated by commas. Which aliases there are is a matter of configuration, and not always known. */
export function pciAliases(server: Server): void {
  const key = 'pci_passthrough:alias';
  const value = extraSpec(server, key);
  if (value === null) return;
  const known = server.circumstances.pciAliases ?? null;
  const refuseAlias = (reason: string): Unclear =>
    refuse(server, {
      rule: 'pci-invalid-alias',
      key,
      value,
      text: `Invalid PCI alias definition: ${reason}`,
    });

  for (const request of value.split(',')) {
    const [name, count, ...others] = request.split(':');
    const alias = stripped(name ?? '');
    if (count === undefined || others.length > 0) {
      refuseAlias(`${pythonLiteral(request)} is not of the form alias:count`);
    } else if (known !== null && !known.has(alias)) {
      refuse(server, {
        rule: 'pci-request-alias-not-defined',
        key,
        value,
        text: `PCI alias ${alias} is not defined`,
        suggestion: suggestWord(alias, [...known]),
      });
    } else if (pythonInteger(count) === null) {
      refuseAlias(`the count ${pythonLiteral(count)} of alias ${alias} is not a whole number`);
    }
  }
}
