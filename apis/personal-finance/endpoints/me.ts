// The user to whom the provider key belongs.
import { get } from '#define'
import { User } from '../schemas.ts'

export const me = {
  me: get('/me', 'The user to whom the provider key belongs', { returns: User }),
}
