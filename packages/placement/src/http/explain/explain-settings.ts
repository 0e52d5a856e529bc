import type { Config } from '../../config/settings.ts';

export interface ExplainSettings {
  readonly deadlineMs: number;
  readonly nearestMax: number;
  readonly relaxationsMax: number;
  readonly logsEmptyAnswers: boolean;
  readonly logLevel: 'info' | 'warn';
}

export function explainSettingsOf(config: Config): ExplainSettings {
  return {
    deadlineMs: config.explainDeadlineMs,
    nearestMax: config.explainNearest,
    relaxationsMax: config.explainRelaxations,
    logsEmptyAnswers: config.explainsEmptyAnswers,
    logLevel: config.explainLogLevel,
  };
}
