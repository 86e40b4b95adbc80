// Converts eastings and northings of the British national grid to latitude and longitude (SOURCES 6.1): the inverse
// transverse Mercator projection on the Airy ellipsoid, then a Helmert transformation to WGS 84. Accurate to some five
// metres.
import type { Position } from './distance.ts'

const airy = { a: 6_377_563.396, b: 6_356_256.909 }
const wgs84 = { a: 6_378_137, b: 6_356_752.314245 }
const origin = { scale: 0.9996012717, latitude: (49 * Math.PI) / 180, longitude: (-2 * Math.PI) / 180 }
const falseOrigin = { east: 400_000, north: -100_000 }
const squared = ({ a, b }: typeof airy) => 1 - (b * b) / (a * a)

/** Returns the position, rounded to a millionth of a degree, about ten centimetres. */
export function positionOfGrid(eastings: number, northings: number): Position {
  const { latitude, longitude } = toWgs84(unproject(eastings, northings))
  const degrees = (value: number) => Math.round(((value * 180) / Math.PI) * 1e6) / 1e6
  return { latitude: degrees(latitude), longitude: degrees(longitude) }
}

function unproject(east: number, north: number): Position {
  const { a, b } = airy
  const e2 = squared(airy)
  let latitude = origin.latitude
  let arc = 0
  for (let step = 0; step < 20 && Math.abs(north - falseOrigin.north - arc) > 1e-4; step++) {
    latitude += (north - falseOrigin.north - arc) / (a * origin.scale)
    arc = meridianArc(latitude, b)
  }
  const sin2 = Math.sin(latitude) ** 2
  const nu = (a * origin.scale) / Math.sqrt(1 - e2 * sin2)
  const rho = (a * origin.scale * (1 - e2)) / (1 - e2 * sin2) ** 1.5
  const eta2 = nu / rho - 1
  const tan = Math.tan(latitude)
  const [t2, t4, t6] = [tan ** 2, tan ** 4, tan ** 6]
  const sec = 1 / Math.cos(latitude)
  const d = east - falseOrigin.east
  const vii = tan / (2 * rho * nu)
  const viii = (tan / (24 * rho * nu ** 3)) * (5 + 3 * t2 + eta2 - 9 * t2 * eta2)
  const ix = (tan / (720 * rho * nu ** 5)) * (61 + 90 * t2 + 45 * t4)
  const x = sec / nu
  const xi = (sec / (6 * nu ** 3)) * (nu / rho + 2 * t2)
  const xii = (sec / (120 * nu ** 5)) * (5 + 28 * t2 + 24 * t4)
  const xiia = (sec / (5040 * nu ** 7)) * (61 + 662 * t2 + 1320 * t4 + 720 * t6)
  return {
    latitude: latitude - vii * d ** 2 + viii * d ** 4 - ix * d ** 6,
    longitude: origin.longitude + x * d - xi * d ** 3 + xii * d ** 5 - xiia * d ** 7,
  }
}

function meridianArc(latitude: number, b: number): number {
  const n = (airy.a - airy.b) / (airy.a + airy.b)
  const [n2, n3] = [n * n, n * n * n]
  const [difference, sum] = [latitude - origin.latitude, latitude + origin.latitude]
  const series =
    (1 + n + (5 / 4) * n2 + (5 / 4) * n3) * difference -
    (3 * n + 3 * n2 + (21 / 8) * n3) * Math.sin(difference) * Math.cos(sum) +
    ((15 / 8) * n2 + (15 / 8) * n3) * Math.sin(2 * difference) * Math.cos(2 * sum) -
    (35 / 24) * n3 * Math.sin(3 * difference) * Math.cos(3 * sum)
  return b * origin.scale * series
}

function toWgs84({ latitude, longitude }: Position): Position {
  const nu = airy.a / Math.sqrt(1 - squared(airy) * Math.sin(latitude) ** 2)
  const x = nu * Math.cos(latitude) * Math.cos(longitude)
  const y = nu * Math.cos(latitude) * Math.sin(longitude)
  const z = nu * (1 - squared(airy)) * Math.sin(latitude)
  const second = Math.PI / 180 / 3600
  const [rx, ry, rz] = [0.1502 * second, 0.247 * second, 0.8421 * second]
  const scale = 1 - 20.4894e-6
  const moved = {
    x: 446.448 + x * scale - y * rz + z * ry,
    y: -125.157 + x * rz + y * scale - z * rx,
    z: 542.06 - x * ry + y * rx + z * scale,
  }
  const e2 = squared(wgs84)
  const p = Math.hypot(moved.x, moved.y)
  let turned = Math.atan2(moved.z, p * (1 - e2))
  for (let step = 0; step < 6; step++) {
    const radius = wgs84.a / Math.sqrt(1 - e2 * Math.sin(turned) ** 2)
    turned = Math.atan2(moved.z + e2 * radius * Math.sin(turned), p)
  }
  return { latitude: turned, longitude: Math.atan2(moved.y, moved.x) }
}
