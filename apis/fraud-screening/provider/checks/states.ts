// States of the countries whose addresses have them in either form: by name or as two or three letters.
import { foldedAddress } from './folding.ts'

const names: Readonly<Record<string, string>> = {
  US:
    'AL Alabama, AK Alaska, AZ Arizona, AR Arkansas, CA California, CO Colorado, CT Connecticut, DE Delaware, ' +
    'DC District of Columbia, FL Florida, GA Georgia, HI Hawaii, ID Idaho, IL Illinois, IN Indiana, IA Iowa, KS Kansas, ' +
    'KY Kentucky, LA Louisiana, ME Maine, MD Maryland, MA Massachusetts, MI Michigan, MN Minnesota, MS Mississippi, ' +
    'MO Missouri, MT Montana, NE Nebraska, NV Nevada, NH New Hampshire, NJ New Jersey, NM New Mexico, NY New York, ' +
    'NC North Carolina, ND North Dakota, OH Ohio, OK Oklahoma, OR Oregon, PA Pennsylvania, RI Rhode Island, ' +
    'SC South Carolina, SD South Dakota, TN Tennessee, TX Texas, UT Utah, VT Vermont, VA Virginia, WA Washington, ' +
    'WV West Virginia, WI Wisconsin, WY Wyoming, PR Puerto Rico',
  CA:
    'AB Alberta, BC British Columbia, MB Manitoba, NB New Brunswick, NL Newfoundland and Labrador, NS Nova Scotia, ' +
    'NT Northwest Territories, NU Nunavut, ON Ontario, PE Prince Edward Island, QC Quebec, SK Saskatchewan, YT Yukon',
  AU:
    'ACT Australian Capital Territory, NSW New South Wales, NT Northern Territory, QLD Queensland, SA South Australia, ' +
    'TAS Tasmania, VIC Victoria, WA Western Australia',
}
const codes = new Map(
  Object.entries(names).flatMap(([country, states]) =>
    states.split(', ').map((state): [string, string] => {
      const [code = '', ...words] = state.split(' ')
      return [`${country}:${foldedAddress(words.join(' '))}`, foldedAddress(code)]
    }),
  ),
)

/** Returns a state's letters in lower case, also for its name and for `US-NY`; the folded text of any other. */
export function foldedState(text: string, country: string | undefined): string {
  const said = text.trim()
  const isPrefixed = country !== undefined && said.toUpperCase().startsWith(`${country}-`)
  const folded = foldedAddress(isPrefixed ? said.slice(country.length + 1) : said)
  return codes.get(`${country}:${folded}`) ?? folded
}
