// Numbers and times in readable form. Digits are always English; times are local, with UTC in titles.

const whole = new Intl.NumberFormat('en')
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

export const count = (value: number) => whole.format(value)
/** Formats 12,345 as 12.3K. */
export const briefly = (value: number) => (value < 10_000 ? whole.format(value) : short.format(value))

export function bytes(value: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB']
  let at = 0
  let rest = value
  for (; rest >= 1000 && at < units.length - 1; at++) rest /= 1000
  return `${rest >= 100 || at === 0 ? Math.round(rest) : rest.toFixed(1)} ${units[at]}`
}

export function milliseconds(value: number | null | undefined): string {
  if (value === null || value === undefined) return '–'
  if (value >= 10_000) return `${(value / 1000).toFixed(1)} s`
  return value >= 10 || Number.isInteger(value) ? `${Math.round(value)} ms` : `${value.toFixed(1)} ms`
}

export function percent(part: number, total: number): string {
  if (total === 0) return '–'
  const share = (100 * part) / total
  if (share === 0) return '0%'
  return share < 0.1 ? '<0.1%' : `${share < 10 ? share.toFixed(1) : Math.round(share)}%`
}

/** Formats a decimal string of US dollars, with at least two decimals and no more than needed. */
export function dollars(text: string): string {
  const value = Number(text)
  if (!Number.isFinite(value)) return text
  const decimals = value !== 0 && Math.abs(value) < 0.01 ? 6 : value < 1 ? 4 : 2
  return `$${value.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: decimals })}`
}

const dayAndTime = new Intl.DateTimeFormat('en-GB', {
  day: '2-digit',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})
const withSeconds = new Intl.DateTimeFormat('en-GB', {
  day: '2-digit',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})
const dayOnly = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: 'short', year: 'numeric' })
const hourOnly = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

const dayAndMonth = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: 'short' })

export const dayAndMonthOf = (at: number) => dayAndMonth.format(at)
export const minuteOf = (at: number) => dayAndTime.format(at)
export const secondOf = (at: number) => withSeconds.format(at)
export const dayOf = (at: number) => dayOnly.format(at)
export const hourOf = (at: number) => hourOnly.format(at)

const steps = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
] as const

/** Formats the time since a moment as `3 h`, `2 d`, `less than a minute`. */
export function since(at: number, now = Date.now()): string {
  const [unit, ms] = steps.find(([, length]) => now - at >= length) ?? []
  return unit === undefined || ms === undefined ? 'less than a minute' : `${Math.floor((now - at) / ms)} ${unit}`
}

/** Formats `3 h ago`, `in 2 d`, `just now`. */
export function ago(at: number, now = Date.now()): string {
  const distance = Math.abs(now - at)
  for (const [unit, ms] of steps) {
    if (distance < ms) continue
    const amount = `${Math.floor(distance / ms)} ${unit}`
    return at > now ? `in ${amount}` : `${amount} ago`
  }
  return at > now ? 'in a moment' : 'just now'
}
