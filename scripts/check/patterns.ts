// Finds regular expressions whose time grows faster than their text: its sender could block everybody. Covers literals,
// `new RegExp` and the patterns of declarations. An expression that only meets a bounded text has a comment on its line
// or the line above, `bounded by <name>`; the function that uses it must then use that name too. One that is built at
// run time has `sources checked in <test file>`, and the test calls growthOfPattern with them.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isGenerated, isTest, root, type SourceFile, sourceFiles } from './files.ts'
import { growthOfPattern } from './pattern-growth.ts'
import { expressionsIn } from './pattern-sources.ts'

/** Returns every expression that is super-linear, or whose source is unknown before the program runs. */
export function patterns(): string[] {
  const files = sourceFiles(/^(?:apis|packages)\/.*\.(?:ts|tsx|js|mjs)$/)
  return files.filter(({ path }) => !isTest(path) && !isGenerated(path)).flatMap(patternProblems)
}

/** Verdicts by source: most expressions are written more than once. */
const judged = new Map<string, string | undefined>()

export function patternProblems(file: SourceFile): string[] {
  return expressionsIn(file).flatMap((expression) => {
    const { line, sources, flags, bound, checkedIn } = expression
    const where = `${file.path}:${line}`
    if (checkedIn !== undefined)
      return callsGrowthOf(checkedIn) ? [] : [`${where}: ${checkedIn} does not call growthOfPattern`]
    if (sources === undefined)
      return [`${where}: build the source of constants and RegExp.escape; what callers write is for re2js`]
    if (bound?.isUsed === false)
      return [`${where}: "bounded by ${bound.name}", but the function does not use ${bound.name}`]
    if (bound) return []
    const growth = sources.map((source) => judge(source, flags)).find((problem) => problem !== undefined)
    return growth === undefined ? [] : [`${where}: ${growth}`]
  })
}

function callsGrowthOf(testFile: string): boolean {
  const path = join(root, testFile)
  return existsSync(path) && readFileSync(path, 'utf8').includes('growthOfPattern(')
}

function judge(source: string, flags: string): string | undefined {
  const key = `${flags}/${source}`
  if (!judged.has(key)) judged.set(key, problemOf(source, flags))
  return judged.get(key)
}

function problemOf(source: string, flags: string): string | undefined {
  const growth = growthOfPattern(source, flags)
  return (
    growth && `/${source}/${flags} takes ${growth.factor} times as long for five times the text, as with ${growth.text}`
  )
}
