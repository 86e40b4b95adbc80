// Fields shared by results of several areas, so that they have the same names and descriptions.
import { bool, nullable, num, opt, str } from '#define'

export const marketHashName = str({
  doc: 'Name of the item on the primary marketplace, with wear.',
  example: 'AK-47 | Redline (Field-Tested)',
})
export const currencyCode = str({ doc: 'ISO 4217 code of all amounts.', example: 'USD' })
export const sampleRate = opt(
  bool({ doc: 'Present and true when the amounts were converted by a sample rate, not by a published one.' }),
)
export const gameKey = str({ doc: 'Key of the game: cs2, dota2, rust or tf2.', example: 'cs2' })
export const amount = num({ doc: 'Amount in the currency of the answer, two decimals.' })
export const maybeAmount = nullable(num(), { doc: 'Amount in the currency of the answer, or null when none is known.' })
export const time = str({ format: 'date-time', doc: 'ISO 8601, UTC.' })
export const maybeTime = nullable(str({ format: 'date-time' }), {
  doc: 'ISO 8601, UTC; null when it has not happened.',
})
export const image = nullable(str(), { doc: 'Address of a picture, or null when none is known.' })
export const simulated = opt(bool({ doc: 'Present and true when the figures come from the simulated market.' }))
