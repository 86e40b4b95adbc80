// Scripts: answers that somebody has written for tests, which an embedded provider gives where they fit. The gateway
// keeps them and counts; the provider defines their form.

/** Scripts as a provider gets them: those of its sandbox, or of the file that the gateway was started with. */
export interface Scripts {
  /** Returns the checked scripts, the same object until they change; undefined without any. */
  current(): Promise<object | undefined>
  /** Counts a match of a rule, by its place from 0, and returns the number of the match, from 1. */
  countMatch(rule: number): Promise<number>
}

/** The first problem of scripts: that of a rule, by its place from 0, or of the whole. */
export interface ScriptProblem {
  readonly rule?: number | undefined
  /** The place and what it must be, such as `rules[2].match.turn is a whole number from 0`. */
  readonly problem: string
}

/** Checks `{ rules: […], … }`; undefined for what the provider can follow. */
export type CheckScripts = (scripts: unknown) => Promise<ScriptProblem | undefined>
