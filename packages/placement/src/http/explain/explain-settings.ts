export interface ExplainSettings {
  readonly deadlineMs: number;
  readonly nearestMax: number;
  readonly relaxationsMax: number;
  readonly logsEmptyAnswers: boolean;
  readonly logLevel: 'info' | 'warn';
}
