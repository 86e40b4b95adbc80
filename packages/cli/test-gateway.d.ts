// The types of test-gateway.js, which is `gatehouse/test`.
import type { Gateway } from '#client'

type Me = Gateway['me']
/** Returns the body of a call of the self-service API. */
type Body<M extends 'createSandbox' | 'setSandboxClock' | 'setFaults' | 'setScripts'> = Parameters<Me[M]>[0]['body']

/** A gateway that answers, with a new demo account. */
export interface TestGateway {
  /** Its address, such as `http://127.0.0.1:40123`. */
  readonly url: string
  /** Key of the demo account, which gets embedded answers. */
  readonly key: string
  /** Key for the operator API. */
  readonly adminKey: string
  /** Address of the item market. Nothing answers there unless that API is served. */
  readonly marketUrl: string
  readonly marketKey: string
  /** The typed client, with the keys above. */
  readonly client: Gateway
  /**
   * Makes a sandbox: embedded providers with a state of their own, which tests reset. `order` is that of
   * `POST /v1/me/sandboxes`, such as `{ now: '2027-01-01T00:00:00Z', seed: '7' }`.
   */
  sandbox(name: string, order?: Omit<Body<'createSandbox'>, 'name'>): Promise<TestSandbox>
  /** Stops it and removes its data. It also stops when the process of the tests ends. */
  stop(): Promise<void>
}

/** A sandbox, with a key whose calls are all answered in it: give that key to the program under test. */
export interface TestSandbox {
  readonly name: string
  readonly key: string
  /** The typed client with that key. */
  readonly client: Gateway
  /** Takes data and clock back to the beginning, removes the faults and empties the journal; scripts stay. */
  reset(): ReturnType<Me['resetSandbox']>
  /** Keeps the current state under a name; `restore` goes back to it. */
  snapshot(name: string): ReturnType<Me['takeSnapshot']>
  restore(name: string): ReturnType<Me['restoreSnapshot']>
  /** Moves the clock: `{ now: '2027-01-01T00:00:00Z' }`, `{ advance: 'P1D' }` or `{ running: true }`. */
  clock(change: Body<'setSandboxClock'>): ReturnType<Me['setSandboxClock']>
  /** Sets the rules of faults; an empty list removes them. */
  faults(rules: Body<'setFaults'>['rules']): ReturnType<Me['setFaults']>
  /** Sets the scripts of models: `{ rules: [{ match, answer }], pace }`. The result counts the matches of each rule. */
  scripts(scripts: Body<'setScripts'>): ReturnType<Me['setScripts']>
  /** Returns the last thousand requests as the providers got them. */
  journal(): Promise<Awaited<ReturnType<Me['readJournal']>>['requests']>
  remove(): Promise<void>
}

export interface TestGatewayOptions {
  /**
   * Slugs of the APIs to serve, such as `['translation']`, which starts faster than with all. Default: every API. Calls
   * of others get 404 `api.unknown`.
   */
  readonly apis?: readonly string[]
  /**
   * Folder of recorded answers, files of `gatehouse record export`. They are served in place of live providers, none of
   * which is called.
   */
  readonly replay?: string
  /** False if embedded providers answer what is not recorded; with `replay` it is otherwise refused (501). */
  readonly strict?: boolean
  /** Settings of the environment, such as `GATEHOUSE_NOW`; those of the tests' own environment do not count. */
  readonly settings?: Readonly<Record<string, string>>
}

/**
 * Starts a gateway on free ports, with its data in a temporary folder. Resolves when it takes calls; rejects with its
 * output when it does not start, such as for an unknown API.
 */
export function startGatehouse(options?: TestGatewayOptions): Promise<TestGateway>
