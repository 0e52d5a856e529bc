/** How long and with how many clients everything is measured. */
export interface Settings {
  readonly seconds: number;
  readonly connections: number;
}
