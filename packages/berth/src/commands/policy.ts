import { loadConfig } from '../config/load-config.ts';
import { cloudRules } from '../cloud/cloud-rules.ts';
import { ownArguments } from './own-arguments.ts';
import { policyOf } from '../serving/service-policies.ts';
import type { Command, CommandContext, ExitCode } from './command.ts';

export const policy: Command = {
  description: `Prints every rule with the check that is in force under these settings, as a policy file would have it, and says
what in the policy file has no effect. They are Placement's, with those of what is about the whole ledger (/berth/v1).

  --compute
      Those of compute (/compute/v2.1) instead, which have a file of their own.

  --identity
      Those of identity (/identity/v3) instead, which have one as well.

  --image
      Those of images (/image/v2) instead, the same.`,
  settings: [
    'policyFile',
    'computePolicyFile',
    'identityPolicyFile',
    'imagePolicyFile',
    'enforcesNewDefaults',
    'enforcesScope',
  ],
  run,
};

async function run(context: CommandContext): Promise<ExitCode> {
  const { switches, positionals, rest } = ownArguments(context.args, {
    compute: 'switch',
    identity: 'switch',
    image: 'switch',
  });
  const { config } = loadConfig({ ...context, args: [...positionals, ...rest] });
  const service =
    (['compute', 'identity', 'image'] as const).find((name) => switches.has(name)) ?? 'placement';
  const { rules, warnings } = policyOf(service, config, cloudRules, context.readText).describe();
  for (const { name, check, description, operations, where } of rules) {
    context.print(`# ${description}`);
    for (const { method, path } of operations) context.print(`# ${method} ${path}`);
    if (where !== null) context.print(`# set in ${where}`);
    context.print(`${JSON.stringify(name)}: ${JSON.stringify(check)}\n`);
  }
  for (const warning of warnings) context.complain(`berth: ${warning}`);
  return 0;
}
