export interface Place {
  /** Degrees. */
  readonly latitude: number
  readonly longitude: number
}

const earthRadiusKm = 6371
const kmPerMile = 1.609344

/** Returns the great-circle distance in kilometres (haversine formula, mean radius of the earth). */
export function kilometresBetween(a: Place, b: Place): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const sinLatitude = Math.sin(radians(b.latitude - a.latitude) / 2)
  const sinLongitude = Math.sin(radians(b.longitude - a.longitude) / 2)
  const cosines = Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude))
  const h = sinLatitude ** 2 + cosines * sinLongitude ** 2
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(h)))
}

export const milesOf = (km: number): number => km / kmPerMile
