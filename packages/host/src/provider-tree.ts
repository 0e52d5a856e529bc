/** A forest of providers as a host knows it: to be edited, compared and sent to Placement. */
export class ProviderTree {}
