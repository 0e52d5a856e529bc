/** The network service does not answer, or in a way that nobody understands. It may be asked again. */
export class NetworksUnavailable extends Error {
  override readonly name = 'NetworksUnavailable';
}

/** The network service has said no, and would say so again. */
export class NetworkRefusal extends Error {
  override readonly name = 'NetworkRefusal';
  readonly status: number;
  /** What it calls it, such as 'OverQuota'; empty where it does not say. */
  readonly type: string;

  constructor(status: number, type: string, message: string) {
    super(message);
    this.status = status;
    this.type = type;
  }
}

/** A port could not be bound to the host. On another one it may be. */
export class BindingFailed extends Error {
  override readonly name = 'BindingFailed';

  constructor(portId: string) {
    super(`Binding failed for port ${portId}, please check neutron logs for more information.`);
  }
}
