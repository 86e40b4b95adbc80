// Reads an order from a call and validates it by the provider's rules (SOURCES 2.1).
import { isIP, SocketAddress } from 'node:net'
import { continentOf } from '../checks/countries.ts'
import { type Phone, readPhone } from '../checks/phone.ts'
import { OrderError } from '../errors.ts'
import { canonicalHash } from '../identity/hash.ts'
import type { Fields } from '../wire/fields.ts'

export interface Address {
  readonly street: string | undefined
  readonly city: string | undefined
  readonly state: string | undefined
  readonly zip: string | undefined
  /** ISO 3166-1 alpha-2, in capitals. */
  readonly country: string | undefined
}
export interface Order {
  /** Shortest form; an IPv4 address mapped into IPv6 is converted back. */
  readonly ip: string
  readonly bill: Address
  readonly ship: Address
  readonly email: string | undefined
  /** Domain of the e-mail address, in lower case. */
  readonly emailDomain: string | undefined
  /** 40 or 64 hex digits. */
  readonly emailHash: string | undefined
  readonly username: string | undefined
  readonly usernameHash: string | undefined
  readonly passwordHash: string | undefined
  readonly phone: Phone | undefined
  /** 6 to 9 digits. */
  readonly bin: string | undefined
  readonly cardHash: string | undefined
  readonly avs: string | undefined
  readonly cvv: string | undefined
  readonly device: string | undefined
  readonly amount: number | undefined
  readonly quantity: number | undefined
  readonly currency: string
  readonly department: string | undefined
  /** Lower-case. */
  readonly paymentMode: string | undefined
  readonly orderId: string
  readonly memo: string
}

const maxAmount = 10_000_000
const maxQuantity = 100_000
const maxOrderId = 15
const maxMemo = 200

/** Returns the order. Throws the first error in the order of the codes. */
export function readOrder(fields: Fields): Order {
  const orderId = fields.get('user_order_id') ?? ''
  checkKey(fields)
  const ip = readIp(fields.get('ip') ?? '')
  if (ip === undefined) throw new OrderError('10002')
  const bill = readAddress(fields, 'bill', new OrderError('10003'))
  const ship = readAddress(fields, 'ship', new OrderError('10004'))
  const amount = numberOf(fields.get('amount'))
  const quantity = numberOf(fields.get('quantity'))
  if (quantity !== undefined && quantity > maxQuantity) throw new OrderError('10009', 'QUANTITY VALUE TOO LARGE')
  if (amount !== undefined && amount > maxAmount) throw new OrderError('10009')
  if (orderId.length > maxOrderId) throw new OrderError('10010')
  const emailHash = fields.get('email_hash')
  if (emailHash !== undefined && canonicalHash(emailHash) === undefined) throw new OrderError('204')
  const email = fields.get('email')
  return {
    ip,
    bill,
    ship,
    amount,
    quantity,
    orderId,
    emailHash,
    email: email?.includes('@') ? email : undefined,
    emailDomain: domainOf(email, fields.get('email_domain')),
    username: fields.get('username'),
    usernameHash: hashField(fields, 'username_hash'),
    passwordHash: hashField(fields, 'password_hash'),
    phone: readPhone(fields.get('user_phone'), bill.country),
    bin: binOf(fields.get('bin_no')),
    cardHash: hashField(fields, 'card_hash'),
    avs: letterOf(fields.get('avs_result')),
    cvv: letterOf(fields.get('cvv_result')),
    device: fields.get('flp_checksum') ?? fields.get('flp_check_sum'),
    currency: (fields.get('currency') ?? 'USD').toUpperCase(),
    department: fields.get('department'),
    paymentMode: fields.get('payment_mode')?.toLowerCase(),
    memo: (fields.get('user_order_memo') ?? '').slice(0, maxMemo),
  }
}

/** Accepts every key of the provider's form (SOURCES 1.2). */
export function checkKey(fields: Fields): void {
  if (!/^[A-Z0-9]{32}$/.test(fields.get('key') ?? '')) throw new OrderError('10001')
}

export function readIp(text: string): string | undefined {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(text)?.[1]
  if (mapped !== undefined) return readIp(mapped)
  const family = isIP(text)
  if (family === 4) return text
  // a zone (`%eth0`) is meaningless outside the buyer's machine
  if (family !== 6 || text.includes('%')) return undefined
  const { address } = new SocketAddress({ address: text, family: 'ipv6' })
  return /^::ffff:\d+\.\d+\.\d+\.\d+$/.test(address) ? address.slice('::ffff:'.length) : address
}

function readAddress(fields: Fields, side: 'bill' | 'ship', invalidCountry: OrderError): Address {
  const country = fields.get(`${side}_country`)?.toUpperCase()
  if (country !== undefined && continentOf(country) === undefined) throw invalidCountry
  return {
    street: fields.get(`${side}_addr`),
    city: fields.get(`${side}_city`),
    state: fields.get(`${side}_state`),
    zip: fields.get(`${side}_zip_code`),
    country,
  }
}

/** Returns a number; an invalid one counts as missing. */
function numberOf(text: string | undefined): number | undefined {
  if (text === undefined || !/^\d+(\.\d*)?$/.test(text)) return undefined
  return Number(text)
}

function domainOf(email: string | undefined, domain: string | undefined): string | undefined {
  const named = email?.includes('@') ? email.slice(email.lastIndexOf('@') + 1) : domain
  return named?.toLowerCase().replace(/\.$/, '') || undefined
}

/** Returns a hash; an invalid one counts as missing, because only the e-mail's hash has an error code. */
function hashField(fields: Fields, name: string): string | undefined {
  const hash = fields.get(name)
  return hash !== undefined && canonicalHash(hash) !== undefined ? hash : undefined
}

/** Returns at most nine digits: callers send the beginning of a card number, and further digits are never used. */
function binOf(text: string | undefined): string | undefined {
  return /^\d{6,9}/.exec(text?.replace(/[ -]/g, '') ?? '')?.[0]
}

function letterOf(text: string | undefined): string | undefined {
  return text?.charAt(0).toUpperCase()
}
