// One connection per configured server: opened when first needed, shared, opened again when it died, closed with the worker.
import type { PriorDiscovery } from '@modelcontextprotocol/client';
import { connect, verdictOf, type Connection } from './connect.ts';
import { createLinks, type Links } from './links.ts';
import type { Log } from './log.ts';
import { NotSent, unlessHalted } from './not-sent.ts';
import type { McpServers, ServerConfig } from './server-config.ts';
import { readTrouble } from './trouble.ts';

export type PoolOptions = {
  log: Log;
  /** Folder for the records that `reapOrphans` reads; null: none are kept. */
  childrenDir: string | null;
  /** Strings that must reach no log, history or model, besides what each server's own config holds. */
  secrets?: readonly string[];
};

type Slot = {
  opening: Promise<Connection>;
  connection: Connection | null;
  users: number;
  retired: boolean;
  ending: Promise<void> | null;
};

export class ServerPool {
  readonly #servers: McpServers;
  readonly #options: PoolOptions;
  readonly #slots = new Map<string, Slot>();
  /** Retired slots that somebody still uses, and ones that are closing. */
  readonly #leaving = new Set<Slot>();
  /** Decided at first contact and kept: a slow probe must not turn a modern server into a legacy one in the midst of a call. */
  readonly #verdicts = new Map<string, PriorDiscovery>();
  /** Kept over connections: a server may say on a later one that a link is done. */
  readonly #links = new Map<string, Links>();
  readonly #closing = new AbortController();

  constructor(servers: McpServers, options: PoolOptions) {
    this.#servers = servers;
    this.#options = options;
  }

  names(): string[] {
    return Object.keys(this.#servers);
  }

  config(server: string): ServerConfig | null {
    return Object.hasOwn(this.#servers, server) ? (this.#servers[server] ?? null) : null;
  }

  /**
   * Runs `work` on the server's connection; `reused`: it was open before, so it may have died unnoticed.
   * Throws `NotSent` when there is no connection, `Halted` when `signal` aborts while it opens.
   */
  async use<T>(
    server: string,
    signal: AbortSignal,
    work: (connection: Connection, reused: boolean) => Promise<T>,
  ): Promise<T> {
    const config = this.config(server);
    if (!config) throw new NotSent(`no server "${server}" is configured on this worker`);
    if (this.#closing.signal.aborted) throw new NotSent('the worker is stopping');
    const held = this.#slots.get(server);
    const slot = held ?? this.#open(server, config);
    slot.users++;
    try {
      return await work(await unlessHalted(signal, slot.opening), held !== undefined);
    } finally {
      slot.users--;
      if (slot.retired && slot.users === 0) void this.#end(slot);
    }
  }

  /** Whether new users still get this connection. */
  holds(connection: Connection): boolean {
    return this.#slots.get(connection.server)?.connection === connection;
  }

  /** Nobody new gets this connection; it closes when its last user is done. */
  retire(connection: Connection): void {
    const slot = this.#slots.get(connection.server);
    if (slot?.connection === connection) this.#drop(connection.server, slot);
  }

  /** Closes all; no child process is left when it resolves. */
  async close(): Promise<void> {
    // A connection that is only being opened is given up: a server that never answers would hold the worker for minutes.
    this.#closing.abort();
    const slots = [...this.#slots.values(), ...this.#leaving];
    this.#slots.clear();
    await Promise.all(slots.map((slot) => this.#end(slot)));
  }

  #open(server: string, config: ServerConfig): Slot {
    const opening = this.#connect(server, config, () => this.#drop(server, slot));
    const slot: Slot = { opening, connection: null, users: 0, retired: false, ending: null };
    this.#slots.set(server, slot);
    opening.then(
      (connection) => {
        slot.connection = connection;
      },
      () => this.#drop(server, slot),
    );
    return slot;
  }

  async #connect(server: string, config: ServerConfig, onGone: () => void): Promise<Connection> {
    const { log, childrenDir, secrets = [] } = this.#options;
    const prior = this.#verdicts.get(server) ?? null;
    try {
      const connection = await connect(server, config, {
        log,
        secrets,
        childrenDir,
        prior,
        links: this.#linksOf(server),
        stop: this.#closing.signal,
        onGone,
      });
      const verdict = verdictOf(connection);
      if (verdict) this.#verdicts.set(server, verdict);
      log('info', `server ${server}: connected (${connection.era})`);
      return connection;
    } catch (error) {
      const { reason, final } = readTrouble(server, error);
      log('warn', reason);
      throw new NotSent(reason, final);
    }
  }

  #linksOf(server: string): Links {
    const links = this.#links.get(server) ?? createLinks(server, this.#options.log);
    this.#links.set(server, links);
    return links;
  }

  #drop(server: string, slot: Slot): void {
    if (slot.retired) return;
    slot.retired = true;
    if (this.#slots.get(server) === slot) this.#slots.delete(server);
    if (slot.users === 0) void this.#end(slot);
    else this.#leaving.add(slot);
  }

  #end(slot: Slot): Promise<void> {
    this.#leaving.add(slot);
    slot.retired = true;
    slot.ending ??= slot.opening
      .then(
        (connection) => connection.close(),
        () => undefined,
      )
      .finally(() => this.#leaving.delete(slot));
    return slot.ending;
  }
}
