// Validates phone numbers and e-mail addresses.
import type { HandlersFor } from '#define'
import type { endpoints } from '../../endpoints.ts'
import { success } from '../answer.ts'
import type { Access } from '../keys/access.ts'
import { validateEmail } from './emails.ts'
import type { TakesMail } from './mail-domains.ts'
import { validatePhone } from './phones.ts'

export function contactHandlers(
  access: Access,
  takesMail: ((domain: string, account: string) => Promise<TakesMail>) | undefined,
): HandlersFor<typeof endpoints, 'validateEmail' | 'validatePhoneNumber'> {
  return {
    validateEmail: (input, call) =>
      access.lookup(
        { input, call, lookup: { kind: 'Email Validation', term: input.query, data: 'email' } },
        async () => ({
          body: success(await validateEmail(input.query, takesMail && ((domain) => takesMail(domain, call.account)))),
          isCharged: true,
        }),
      ),
    validatePhoneNumber: (input, call) =>
      access.lookup(
        { input, call, lookup: { kind: 'Phone Number Validation', term: input.query, data: 'phone' } },
        async () => ({
          body: success(await validatePhone(input.query)),
          isCharged: true,
        }),
      ),
  }
}
