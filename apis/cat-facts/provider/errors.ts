// The provider's own error.
import { refuse } from '#define'
import { headersOf } from './headers.ts'

/** Returns 404: no fact is short enough (SOURCES 2.8). */
export function factNotFound(isSample: boolean): Error {
  return refuse(404, { message: 'Fact not found' }, headersOf(isSample))
}
