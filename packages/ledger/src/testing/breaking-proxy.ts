import { connect, createServer, type Server, type Socket } from 'node:net';

/** Stands between a client and a server, and breaks connections in ways that networks do. */
export class BreakingProxy {
  readonly #server: Server;
  readonly #pairs = new Set<{ readonly client: Socket; readonly server: Socket; held: Buffer[] }>();
  /** What the server answers does not arrive. */
  #swallowsAnswers = false;
  /** What the client sends arrives later. */
  #holdsRequests = false;
  #refuses = false;
  #cutsAt: string | null = null;
  /** How often that has come. */
  cutCount = 0;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async before(port: number): Promise<BreakingProxy> {
    const server = createServer((client) => proxy.#join(client, connect(port, '127.0.0.1')));
    const proxy = new BreakingProxy(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    server.unref();
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as { port: number }).port; // It listens on a host and a port.
  }

  swallowAnswers(): void {
    this.#swallowsAnswers = true;
  }

  holdRequests(): void {
    this.#holdsRequests = true;
  }

  /** Breaks what the clients have; the server notices, unless something is held for it. */
  cut(): void {
    for (const { client, server, held } of this.#pairs) {
      client.destroy();
      if (held.length === 0) server.destroy();
    }
  }

  /** Breaks every connection on which a client sends this. */
  cutAt(text: string): void {
    this.#cutsAt = text;
  }

  /** That clients have now. */
  get connectionCount(): number {
    return [...this.#pairs].filter(({ client }) => !client.destroyed).length;
  }

  refuse(): void {
    this.#refuses = true;
  }

  /** New connections are whole again. */
  heal(): void {
    this.#swallowsAnswers = false;
    this.#holdsRequests = false;
    this.#refuses = false;
    this.#cutsAt = null;
  }

  /** What was held arrives now, though the client has gone. */
  deliver(): void {
    for (const { server, held } of this.#pairs) for (const chunk of held.splice(0)) server.write(chunk);
  }

  close(): void {
    for (const { client, server } of this.#pairs) {
      client.destroy();
      server.destroy();
    }
    this.#server.close();
  }

  #join(client: Socket, server: Socket): void {
    if (this.#refuses) {
      client.destroy();
      server.destroy();
      return;
    }
    const pair = { client, server, held: [] as Buffer[] };
    this.#pairs.add(pair);
    for (const socket of [client, server]) socket.on('error', () => {});
    client.on('data', (chunk: Buffer) => {
      if (this.#cutsAt !== null && chunk.includes(this.#cutsAt)) {
        this.cutCount++;
        client.destroy();
      } else if (this.#holdsRequests) pair.held.push(chunk);
      else server.write(chunk);
    });
    server.on('data', (chunk) => {
      if (!this.#swallowsAnswers) client.write(chunk);
    });
    client.on('close', () => {
      if (pair.held.length === 0) server.destroy();
    });
    server.on('close', () => {
      client.destroy();
      this.#pairs.delete(pair);
    });
  }
}
