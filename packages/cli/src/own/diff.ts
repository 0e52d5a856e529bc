import { planFor } from '../cloud-file/plan-for.ts';
import { planRecord } from '../cloud-file/telling/plan-record.ts';
import { planText } from '../cloud-file/telling/plan-text.ts';
import { actionCommand } from '../command/client-command.ts';
import { flag } from '../command/option.ts';
import { jsonText } from '../output/json-text.ts';
import { cloudFileOptions, planOptions } from './cloud-file-options.ts';

export const diff = actionCommand(null, {
  description:
    'Providers with their inventories, traits and aggregates, resource classes, traits and flavors, as a file has them. Nothing is changed. Ends with 0 where there is nothing to do, with 3 where there is, with 1 where it failed.',
  options: { ...cloudFileOptions, json: flag('Print JSON instead.') },
  act: async ({ cloud, values, outside }) => {
    const { steps } = await planFor(values.file, planOptions(values), cloud, outside);
    return {
      kind: 'text',
      text: values.json ? `${jsonText(planRecord(steps), true)}\n` : planText(steps, outside.hasColours),
      ...(steps.length === 0 ? {} : { exitStatus: 3 }),
    };
  },
});
