// The result of one check of `gatehouse doctor`.

export interface Check {
  readonly name: string
  readonly ok: boolean
  /** The result in words. */
  readonly finding: string
  /** The remedy for a problem. */
  readonly todo?: string
}

export function good(name: string, finding: string): Check {
  return { name, ok: true, finding }
}

export function problem(name: string, finding: string, todo: string): Check {
  return { name, ok: false, finding, todo }
}
