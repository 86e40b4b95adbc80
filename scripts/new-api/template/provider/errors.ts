// The provider's own errors, in its form. They are created here and nowhere else.
import { refuse } from '#define'

export function noteNotFound(id: number): Error {
  return refuse(404, { error: { code: 'not_found', message: `There is no note ${id}.` } })
}
