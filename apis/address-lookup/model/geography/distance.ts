// Distances on the globe.

export interface Position {
  readonly latitude: number
  readonly longitude: number
}

const earthRadiusM = 6_371_000
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Returns the distance along a great circle. */
export function metresBetween(a: Position, b: Position): number {
  const [north, east] = [radians(b.latitude - a.latitude), radians(b.longitude - a.longitude)]
  const share =
    Math.sin(north / 2) ** 2 + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(east / 2) ** 2
  return 2 * earthRadiusM * Math.asin(Math.min(1, Math.sqrt(share)))
}

/** Returns the box of degrees that contains everything within `metres`. */
export function boxAround({ latitude, longitude }: Position, metres: number) {
  const north = (metres / earthRadiusM) * (180 / Math.PI)
  const east = north / Math.max(0.01, Math.cos(radians(latitude)))
  return { south: latitude - north, north: latitude + north, west: longitude - east, east: longitude + east }
}
