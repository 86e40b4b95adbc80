// Reads the description of a transaction in MT940: `?32Anna?20Rent` in Germany and Poland, `/NAME/Anna/REMI/Rent/` in
// the Netherlands, free text elsewhere.

/** Payee and purpose; empty if unknown. */
interface Mt940Details {
  readonly payee: string
  readonly memo: string
}

export function detailsIn(lines: readonly string[]): Mt940Details {
  // lines are cut at a fixed width, also within words
  const joined = lines.join('')
  const numbered = /^\d{3}[?<>~^]\d{2}|^[?<>~^]\d{2}/.test(joined)
  if (numbered) return numberedDetails(joined)
  if (/^\/[A-Z]{3,5}\//.test(joined)) return namedDetails(joined)
  const labelled = labelledDetails(lines.join(' '))
  if (labelled) return labelled
  const [first = '', ...others] = lines.map((line) => line.trim()).filter((line) => line !== '')
  return { payee: first, memo: others.join(' ') }
}

/** Reads `SEPA OVERBOEKING IBAN: NL01… NAAM: Anna OMSCHRIJVING: Huur`; undefined for a text without a name. */
function labelledDetails(text: string): Mt940Details | undefined {
  // a label is a word in capitals before a colon
  const parts = text.split(/\s([A-Z]{3,15}): /)
  const value = (label: string) => parts[parts.indexOf(label) + 1]?.replace(/\s+/g, ' ').trim() ?? ''
  if (!parts.includes('NAAM') || !parts.includes('IBAN')) return undefined
  return { payee: value('NAAM'), memo: parts.includes('OMSCHRIJVING') ? value('OMSCHRIJVING') : '' }
}

/** Reads `166?00GUTSCHRIFT?20SVWZ+Rent January?32Anna?33 Example`. */
function numberedDetails(text: string): Mt940Details {
  const [mark = '?'] = /[?<>~^]/.exec(text) ?? []
  const fields = new Map<string, string>()
  for (const part of text.split(mark).slice(1))
    if (!fields.has(part.slice(0, 2))) fields.set(part.slice(0, 2), part.slice(2))
  const joined = (from: number, to: number): string => {
    let all = ''
    for (let code = from; code <= to; code++) all += fields.get(String(code)) ?? ''
    return all
  }
  const purpose = joined(20, 29) + joined(60, 63)
  const at = purpose.indexOf('SVWZ+')
  const paidFor = at < 0 ? purpose : untilNextTag(purpose.slice(at + 5))
  const name = nameOf(fields.get('32'), fields.get('33'))
  return { payee: name || (fields.get('00') || paidFor).trim(), memo: paidFor.trim() }
}

/** Maximum length of a field; a name of this length continues in the next field. */
const fieldLength = 27

function nameOf(first = '', second = ''): string {
  return `${first}${first.length < fieldLength ? ' ' : ''}${second}`.replace(/ {2,20}/g, ' ').trim()
}

/** Reads `/CNTP/NL01…/BIC/Anna/City//REMI/USTD//Rent/` or `/TRTP/SEPA/IBAN/NL01…/NAME/Anna/REMI/Rent`. */
function namedDetails(text: string): Mt940Details {
  const value = (tag: string): string => {
    const at = text.indexOf(`/${tag}/`)
    if (at < 0) return ''
    const rest = text.slice(at + tag.length + 2)
    const end = rest.search(/\/(?:[A-Z]{3,4}|BENM|ORDP|CDTRREF)\//)
    return end < 0 ? rest : rest.slice(0, end)
  }
  // account, bank, name and city; a name of four capital letters looks like a tag
  const [, , counterparty = ''] = text.split('/CNTP/')[1]?.split('/') ?? []
  const [, remittance = ''] = text.split('/REMI/')
  const memo = (
    /^(?:USTD\/\/|STRD\/[^/]*\/)/.test(remittance) ? remittance.replace(/^(?:USTD\/\/|STRD\/[^/]*\/)/, '') : remittance
  )
    .split(/\/(?=[A-Z]{4}\/)/)[0]
    ?.replace(/(?<!\/)\/+$/, '')
  return { payee: (value('NAME') || counterparty).replace(/(?<!\/)\/+$/, '').trim(), memo: (memo ?? '').trim() }
}

function untilNextTag(text: string): string {
  const end = text.search(/(?:ABWA|ABWE|EREF|KREF|MREF|CRED|DEBT|IBAN|BIC)\+/)
  return end < 0 ? text : text.slice(0, end)
}
