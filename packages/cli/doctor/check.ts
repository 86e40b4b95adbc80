// What one check of `gatehouse doctor` says.

export interface Check {
  readonly name: string
  readonly ok: boolean
  /** What was found. */
  readonly found: string
  /** What to do about a problem. */
  readonly todo?: string
}

export function good(name: string, found: string): Check {
  return { name, ok: true, found }
}

export function problem(name: string, found: string, todo: string): Check {
  return { name, ok: false, found, todo }
}
