// Holidays that the rules lack, for a note in the response: the law sets them by the moon or by decrees of one year,
// and no calendar of the platform has them.

interface LeftOut {
  readonly name: string
  readonly countries: string
  /** Years for which the rules do have the days. */
  readonly except?: { readonly from: number; readonly to: number }
}

const list: readonly LeftOut[] = [
  {
    name: 'movable Islamic feasts',
    countries:
      'AL BD BF BH BI BJ CF CI CM DJ DZ ER ET GA GH GM GN GW GY IQ KE KM KZ LY MA MG MK MR NE NG RW SD SL SN SO SS TD TG TN TT TZ UG YE',
  },
  { name: 'movable Hindu feasts', countries: 'BD GY TT' },
  { name: 'movable Buddhist feasts', countries: 'BD' },
  { name: 'holidays of the lunar New Year', countries: 'MN VN' },
  { name: "the Hung Kings' Commemoration Day", countries: 'VN' },
  { name: 'Nyepi and Vesak', countries: 'ID', except: { from: 2011, to: 2027 } },
  { name: 'bridge days set by decree', countries: 'AR', except: { from: 2011, to: 2026 } },
]

/** Returns the names of the holidays missing from a country's list in these years; empty if it is complete. */
export function leftOut(country: string, firstYear: number, lastYear = firstYear): string[] {
  return list
    .filter(({ countries, except }) => {
      if (!countries.split(' ').includes(country)) return false
      return except === undefined || firstYear < except.from || lastYear > except.to
    })
    .map(({ name }) => name)
}

/** Returns the names of the holidays missing from lists of all countries, each with the codes of its countries. */
export function leftOutWorldwide(year: number): string[] {
  return list.flatMap(({ name, countries }) => {
    const codes = countries.split(' ').filter((code) => leftOut(code, year).includes(name))
    return codes.length === 0 ? [] : [`${name} (${codes.join(' ')})`]
  })
}
