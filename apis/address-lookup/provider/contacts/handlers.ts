// Validates phone numbers and e-mail addresses.
import type { HandlersFor } from '#define'
import type { endpoints } from '../../endpoints.ts'
import { success } from '../answer.ts'
import type { Access } from '../keys/access.ts'
import { validateEmail } from './emails.ts'
import { validatePhone } from './phones.ts'

export function contactHandlers(
  access: Access,
): HandlersFor<typeof endpoints, 'validateEmail' | 'validatePhoneNumber'> {
  return {
    validateEmail: (input, call) =>
      access.lookup({ input, call, lookup: { kind: 'Email Validation', term: input.query } }, async () => ({
        body: success(validateEmail(input.query)),
        isCharged: true,
      })),
    validatePhoneNumber: (input, call) =>
      access.lookup({ input, call, lookup: { kind: 'Phone Number Validation', term: input.query } }, async () => ({
        body: success(validatePhone(input.query)),
        isCharged: true,
      })),
  }
}
