// The types of test-gateway.js, which is `gatehouse/test`.
import type { Gateway } from '#client'

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
  /** Stops it and removes its data. It also stops when the process of the tests ends. */
  stop(): Promise<void>
}

export interface TestGatewayOptions {
  /**
   * Slugs of the APIs to serve, such as `['translation']`, which starts faster than with all. Default: every API. Calls
   * of others get 404 `api.unknown`.
   */
  readonly apis?: readonly string[]
  /** Settings of the environment, such as `GATEHOUSE_NOW`; those of the tests' own environment do not count. */
  readonly settings?: Readonly<Record<string, string>>
}

/**
 * Starts a gateway on free ports, with its data in a temporary folder. Resolves when it takes calls; rejects with its
 * output when it does not start, such as for an unknown API.
 */
export function startGatehouse(options?: TestGatewayOptions): Promise<TestGateway>
