import type { BothTools } from './both-tools.ts';

/** Flavors of both tools, and one with which servers are sent slowly from host to host. */
export async function givenFlavors(tools: BothTools): Promise<void> {
  await tools.said('flavor create slow --ram 512 --disk 1');
  await tools.agreeOnChange(
    "flavor create flavor-@ --ram 512 --disk 1 --swap 1 --rxtx-factor 1.5 --property hw:cpu_policy=shared --description 'what it is'",
  );
  await tools.agreeOnChange('flavor create private-@ --id 7-@ --private --vcpus 2', 'value');
  await tools.agreeOnChange(
    'flavor set flavor-@ --property hw:mem_page_size=small --description other',
    null,
  );
  await tools.agreeOnChange('flavor unset flavor-@ --property hw:mem_page_size', null);
  for (const command of [
    'flavor list',
    'flavor list --all --long',
    'flavor show flavor-O',
    'flavor show private-O',
  ])
    await tools.agree(command);
  await tools.agree('flavor show flavor-O', ['table']);
}
