// Patterns of callers, with the provider's 400 for those that cannot be read.
import { badRequest } from '../errors.ts'
import { compilePattern, InvalidPattern, type Matcher, type PatternOptions } from '../materials/linear-regexp.ts'

/** Regular expression, found anywhere in a text, in any letter case. */
export function patternOf(search: string): Matcher {
  return compiled(search, { ignoreCase: true })
}

/** `*` and `%` stand for any text; the whole text has to match. */
export function wildcardOf(search: string, ignoreCase = true): Matcher {
  const pattern = search.replaceAll(/[\\^$.|?+()[\]{}]/g, '\\$&').replaceAll(/[*%]+/g, '(?:.|\\n)*')
  return compiled(pattern, { ignoreCase, whole: true })
}

function compiled(pattern: string, options: PatternOptions): Matcher {
  try {
    return compilePattern(pattern, options)
  } catch (error) {
    if (error instanceof InvalidPattern) throw badRequest(`The pattern cannot be used: ${error.message}.`)
    throw error
  }
}
