// Suggests the name that was probably meant. The command line imports only the client, so it has its own measure.

/** Returns ` Did you mean dice?`, or nothing if no known name is close. */
export function meant(name: string, known: readonly string[]): string {
  const near = known
    .filter((one) => one !== '')
    .map((one) => ({ one, away: distance(one.toLowerCase(), name.toLowerCase().slice(0, comparedLength)) }))
    .filter(({ one, away }) => away <= Math.ceil(one.length / 3))
    .sort((a, b) => a.away - b.away)[0]
  return near ? ` Did you mean ${near.one}?` : ''
}

const comparedLength = 100

/** Edit distance (Levenshtein), row by row. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  let left = b.length
  for (const letter of a) {
    const next: number[] = []
    let corner = 0
    for (const [at, above] of row.entries()) {
      left = at === 0 ? above + 1 : Math.min(corner + (letter === b[at - 1] ? 0 : 1), above + 1, left + 1)
      next.push(left)
      corner = above
    }
    row = next
  }
  return left
}
