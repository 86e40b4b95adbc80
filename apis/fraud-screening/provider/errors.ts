// The provider's own errors. Version 1 reports them with status 200 (SOURCES 1.5), so they are response members, not
// statuses.

/** Messages by code (SOURCES 4.1). */
const messages = {
  '204': 'INVALID EMAIL HASH',
  '10001': 'INVALID API KEY',
  '10002': 'INVALID IP ADDRESS',
  '10003': 'INVALID BILLING COUNTRY CODE',
  '10004': 'INVALID SHIPPING COUNTRY CODE',
  '10007': 'INSUFFICIENT CREDIT',
  '10009': 'AMOUNT VALUE TOO LARGE',
  '10010': 'ORDER ID EXCEED LIMIT OF 15 CHARACTERS',
  // the message of version 1; the current table has TRANSACTION NOT FOUND (SOURCES 4.2)
  '10011': 'INVALID TRANSACTION ID',
  '10012': 'TRANSACTION ALREADY APPROVED',
  '10013': 'TRANSACTION ALREADY REJECTED',
  '10014': 'TRANSACTION IS READ-ONLY',
  '10015': 'INVALID ACTION',
} as const

/** An error of the provider that ends a screening or a feedback call. */
export class OrderError extends Error {
  override name = 'OrderError'
  readonly code: keyof typeof messages
  constructor(code: keyof typeof messages, message: string = messages[code]) {
    super(message)
    this.code = code
  }
}

/** Returns the last members of every response; empty strings without an error. */
export function errorMembers(error?: OrderError) {
  return { fraudlabspro_error_code: error?.code ?? '', fraudlabspro_message: error?.message ?? '' }
}
