// Keys of the provider: their rights, usage, configurations and licensees.
import { bool, int, list, map, nullable, obj, opt, str } from '#define'
import { answer } from './answer.ts'

const contexts = list(
  obj({
    iso_3: str(),
    iso_2: str(),
    description: str(),
    emoji: str(),
    rgeo: bool({ doc: 'Whether addresses can be looked up by position.' }),
  }),
  { doc: 'Countries that the key covers.' },
)

export const keyAvailability = answer(
  obj({ available: bool(), context: str({ doc: 'Default country, or empty.' }), contexts }),
)

const limit = obj({ limit: nullable(int()), consumed: int() })

export const keyDetails = answer(
  obj({
    name: str(),
    contexts,
    lookups_remaining: int(),
    daily_limit: limit,
    monthly_limit: limit,
    individual_limit: obj({ limit: nullable(int()) }),
    allowed_urls: list(str()),
    redact_days: int({ doc: 'Days after which personal data is removed from logs.' }),
    notifications: obj({
      emails: list(str()),
      enabled: bool(),
      balance_threshold: nullable(int()),
      no_balance: bool(),
      limit_reached: bool(),
    }),
    datasets: map(bool(), { doc: 'Data sets and whether the key may use them.' }),
    automated_topups: obj({ enabled: bool() }),
    current_purchases: list(obj({ expires: nullable(str()), purchased: int(), consumed: int() })),
    ip_forwarding: bool(),
  }),
)

export const keyUsage = answer(
  obj({
    start: str(),
    end: str(),
    total: int(),
    dailyCount: list(obj({ date: str(), count: int() }), {
      doc: 'Newest day first, without days that had no lookups.',
    }),
  }),
)

const config = obj({ name: str(), payload: str(), createdAt: str(), updatedAt: str() })
export const configResult = answer(config)
export const configList = answer(obj({ configs: list(config) }))

const licensee = obj({
  id: str({ doc: 'Twenty-four hexadecimal digits.' }),
  key: str({ doc: 'The key of the licensee; it is part of the paths of its endpoints.' }),
  createdAt: str(),
  name: str(),
  address: str(),
  postcode: str(),
  whitelist: list(str(), { doc: 'Addresses of the sites that may use the key.' }),
  daily: obj({ limit: opt(nullable(int())), count: int(), updatedAt: str() }),
})
export const licenseeResult = answer(licensee)
export const licenseeList = answer(obj({ licensees: list(licensee), hasMore: bool() }))
