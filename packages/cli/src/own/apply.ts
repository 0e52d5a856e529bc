import { applyPlan } from '../cloud-file/applying/apply-plan.ts';
import { StepRunner } from '../cloud-file/applying/step-runner.ts';
import { planFor } from '../cloud-file/plan-for.ts';
import { changes, planText } from '../cloud-file/telling/plan-text.ts';
import { actionCommand } from '../command/client-command.ts';
import { CommandFailure } from '../command/command-failure.ts';
import { flag } from '../command/option.ts';
import { UsageError } from '../command/usage-error.ts';
import { cloudFileOptions, planOptions } from './cloud-file-options.ts';
import { stopRequest } from './stop-request.ts';

export const apply = actionCommand(null, {
  description:
    'It shows what diff shows, asks, and does it: what a thing of the file says is so afterwards, and whatever the file does not speak of stays as it is. It ends at the first failure and tells what was done; the same command does the rest.',
  options: { ...cloudFileOptions, yes: flag('Do not ask; needed where nobody can be asked.') },
  act: async ({ cloud, values, outside }) => {
    const { confirm, print, progress, hasColours } = outside;
    if (!values.yes && confirm === null) throw new UsageError('needed: --yes, as there is nobody to ask');
    const { file, state, steps } = await planFor(values.file, planOptions(values), cloud, outside);
    print(planText(steps, hasColours).trimEnd());
    if (steps.length === 0) return;
    if (!values.yes && (await confirm?.(`Make ${changes(steps.length)}?`)) !== true)
      throw new CommandFailure('Nothing was done.');
    const runner = new StepRunner(cloud, file, state);
    const stop = stopRequest(outside);
    await applyPlan(steps, {
      carryOut: (step) => runner.carryOut(step),
      progress,
      isStopped: () => stop.isAsked,
    });
    print(`Done: ${changes(steps.length)}.`);
  },
});
