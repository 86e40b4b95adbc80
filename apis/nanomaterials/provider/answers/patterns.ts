// Compiles callers' patterns, with the provider's 400 for invalid ones.
import { badRequest } from '../errors.ts'
import { compilePattern, InvalidPattern, type Matcher, type PatternOptions } from '../materials/linear-regexp.ts'

/** Compiles a regular expression that matches anywhere in a text, ignoring case. */
export function patternOf(search: string): Matcher {
  return compiled(search, { ignoreCase: true })
}

/** Compiles wildcards: `*` and `%` match any text; the whole text has to match. */
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
