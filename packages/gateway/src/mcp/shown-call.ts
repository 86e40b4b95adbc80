// Shows a call to a person before it is made: whole, or not at all.
import { withSeenEscapes } from '../process/unseen.ts'
import type { JsonObject } from './values.ts'

/** The length limit; nobody would read more. */
export const mostShown = 20_000

/** Returns the arguments as JSON in which every character is visible; undefined if they are too long to be shown. */
export function shownArguments(args: JsonObject): string | undefined {
  const json = JSON.stringify(args)
  if (json.length > mostShown) return undefined
  const shown = withSeenEscapes(json)
  return shown.length > mostShown ? undefined : shown
}
