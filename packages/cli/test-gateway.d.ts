// The types of test-gateway.js, which is `gatehouse/test`.

/** A gateway that answers, with a new demo account. */
export interface TestGateway {
  /** Its address, such as `http://127.0.0.1:40123`. */
  readonly url: string
  /** Key of the demo account, which gets embedded answers. */
  readonly key: string
  /** Key for the operator API. */
  readonly adminKey: string
  readonly marketUrl: string
  readonly marketKey: string
  /** Stops it and removes its data. It also stops when the process of the tests ends. */
  stop(): Promise<void>
}

/**
 * Starts a gateway on free ports, with its data in a temporary folder. Resolves when it takes calls; rejects with its
 * output when it does not start. `settings` are those of the environment, such as `GATEHOUSE_NOW`; those of the tests'
 * own environment do not count.
 */
export function startGatehouse(options?: { readonly settings?: Readonly<Record<string, string>> }): Promise<TestGateway>
