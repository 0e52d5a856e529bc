/** What is told of a metric in its help and in the documentation. */
export interface MetricDescription {
  /** A sentence. */
  readonly help: string;
  /** When to wake somebody: an expression for Prometheus, and what it means. */
  readonly alert?: Alert;
}

/** Of something that is counted as it happens. */
export interface CounterDescription extends MetricDescription {
  /** What tells counts of one name apart; its values are words of the program. */
  readonly label: string | null;
}

export interface Alert {
  readonly expression: string;
  /** How long it must be so. */
  readonly for: string;
  readonly means: string;
}
