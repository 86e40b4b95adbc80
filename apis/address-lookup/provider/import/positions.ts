// Reads coordinates from the cells of a file.

/** Corners of the national grid. */
const grid = { eastings: 700_000, northings: 1_300_000 }

export function isNumber(text: string | undefined): text is string {
  return text !== undefined && /^-?\d{1,12}(\.\d{1,20})?$/.test(text.trim())
}

/** Returns the position, or undefined if invalid; some directories write a latitude of 99.999999 for an unknown one. */
export function positionIn(latitude: string | undefined, longitude: string | undefined) {
  if (!isNumber(latitude) || !isNumber(longitude)) return undefined
  const [lat, lon] = [Number(latitude), Number(longitude)]
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { latitude: lat, longitude: lon } : undefined
}

/** Returns the grid reference, or undefined if it is off the grid, such as 0, 0 for an unknown one. */
export function gridReference(east: string | undefined, north: string | undefined) {
  if (!isNumber(east) || !isNumber(north)) return undefined
  const [eastings, northings] = [Number(east), Number(north)]
  const isOnGrid = eastings > 0 && eastings < grid.eastings && northings > 0 && northings < grid.northings
  return isOnGrid ? { eastings, northings } : undefined
}
