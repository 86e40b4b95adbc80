// Derives the formula of a structure from its InChI, in Hill's order: carbon and hydrogen first, then alphabetically.

/** Returns the formula; undefined if the text is not an InChI. */
export function formulaOf(inchi: string): string | undefined {
  const [, formula = '', ...layers] = inchi.split('/')
  const counts = new Map<string, number>()
  for (const part of formula.split('.')) {
    const [, factor = '', elements = ''] = /^(\d*)(\D.*)$/.exec(part) ?? []
    for (const [, element = '', count = ''] of elements.matchAll(/([A-Z][a-z]?)(\d*)/g))
      counts.set(element, (counts.get(element) ?? 0) + Number(count || 1) * Number(factor || 1))
  }
  // added or removed protons have a separate layer
  const protons = Number(layers.find((layer) => /^p[+-]\d+$/.test(layer))?.slice(1) ?? 0)
  if (protons !== 0) counts.set('H', (counts.get('H') ?? 0) + protons)
  const rank = (element: string) => (counts.has('C') ? ['C', 'H'].indexOf(element) : -1)
  const place = (element: string) => (rank(element) < 0 ? 2 : rank(element))
  const written = [...counts]
    .filter(([, count]) => count > 0)
    .sort(([one], [other]) => place(one) - place(other) || (one < other ? -1 : 1))
    .map(([element, count]) => `${element}${count > 1 ? count : ''}`)
  return written.length === 0 ? undefined : written.join('')
}
