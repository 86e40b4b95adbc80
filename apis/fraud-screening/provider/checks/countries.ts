// Country codes of ISO 3166-1 by continent, with the high-risk and the export-controlled countries.

interface CountryLists {
  /** The public lists: the high-risk countries of 13 February 2026, the export controls of 1 January 2026. */
  readonly highRisk: ReadonlySet<string>
  readonly exportControlled: ReadonlySet<string>
}

const byContinent: Readonly<Record<string, string>> = {
  Africa:
    'AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG EH ER ET GA GH GM GN GQ GW KE KM LR LS LY MA MG ML MR MU MW MZ NA NE NG RE RW ' +
    'SC SD SH SL SN SO SS ST SZ TD TG TN TZ UG YT ZA ZM ZW',
  Antarctica: 'AQ BV GS HM TF',
  Asia:
    'AE AF AM AZ BD BH BN BT CC CN CX CY GE HK ID IL IN IO IQ IR JO JP KG KH KP KR KW KZ LA LB LK MM MN MO MV MY NP OM PH PK ' +
    'PS QA SA SG SY TH TJ TL TM TR TW UZ VN YE',
  Europe:
    'AD AL AT AX BA BE BG BY CH CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME MK MT NL NO PL ' +
    'PT RO RS RU SE SI SJ SK SM UA VA',
  'North America':
    'AG AI AW BB BL BM BQ BS BZ CA CR CU CW DM DO GD GL GP GT HN HT JM KN KY LC MF MQ MS MX NI PA PM PR SV SX TC TT US VC VG VI',
  Oceania: 'AS AU CK FJ FM GU KI MH MP NC NF NR NU NZ PF PG PN PW SB TK TO TV UM VU WF WS',
  'South America': 'AR BO BR CL CO EC FK GF GY PE PY SR UY VE',
}
const continents = new Map(
  Object.entries(byContinent).flatMap(([continent, codes]) => codes.split(' ').map((code) => [code, continent])),
)

/** Returns the name of a country's continent; undefined for any string but an assigned code in capitals. */
export function continentOf(country: string): string | undefined {
  return continents.get(country)
}

/** The FATF lists of 13 February 2026: call for action (the first line), and increased monitoring (SOURCES 5.1). */
const fatf = 'IR KP MM ' + 'AO BG BO CD CI CM DZ HT KE KW LA LB MC NA NP PG SS SY VE VG VN YE'
/** Country Groups E:1 and E:2 of the US Export Administration Regulations (SOURCES 5.2). */
const groupE = 'CU IR KP SY'

export const publicLists: CountryLists = {
  highRisk: new Set(fatf.split(' ')),
  exportControlled: new Set(groupE.split(' ')),
}
