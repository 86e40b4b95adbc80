// Days on which the sun reaches a point of its annual path: equinoxes, solstices, the terms of the Chinese calendar.
import { type Day, dayOf } from './days.ts'

const degree = Math.PI / 180
/** The Julian day of 1970-01-01T00:00. */
const epochJulian = 2_440_587.5
const tropicalYearDays = 365.2422
const meanDegreesPerDay = 0.98565
/** Perturbations: size in 0.00001 days, phase in degrees, speed in degrees a century (Meeus, table 27.C). */
const perturbations: readonly (readonly [number, number, number])[] = [
  [485, 324.96, 1934.136],
  [203, 337.23, 32_964.467],
  [199, 342.08, 20.186],
  [182, 27.85, 445_267.112],
  [156, 73.14, 45_036.886],
  [136, 171.52, 22_518.443],
  [77, 222.54, 65_928.934],
  [74, 296.72, 3034.906],
  [70, 243.58, 9037.513],
  [58, 119.81, 33_718.147],
  [52, 297.17, 150.678],
  [50, 21.02, 2281.226],
  [45, 247.54, 29_929.562],
  [44, 325.15, 31_555.956],
  [29, 60.93, 4443.417],
  [18, 155.12, 67_555.328],
  [17, 288.79, 4562.452],
  [16, 198.04, 62_894.029],
  [14, 199.76, 31_436.921],
  [12, 95.39, 14_577.848],
  [12, 287.11, 31_931.756],
  [12, 320.81, 34_777.259],
  [9, 227.73, 1222.114],
  [8, 15.45, 16_859.074],
]

/**
 * Returns the local day in a Gregorian year on which the sun's apparent longitude is `longitude` degrees (0 is the
 * March equinox, 90 the June solstice). Accurate to some four minutes between 1900 and 2100 (Meeus, Astronomical
 * Algorithms, chapters 25 and 27), mostly because it uses dynamical time, which is ahead of universal time.
 */
export function sunDay(longitude: number, year: number, utcOffsetHours: number): Day {
  const fromMarch = (longitude > 285 ? longitude - 360 : longitude) / 360
  let julian = epochJulian + dayOf(year, 3, 20) + 0.5 + fromMarch * tropicalYearDays
  for (let round = 0; round < 8; round++) {
    const correction = 58 * Math.sin((longitude - apparentLongitude(julian)) * degree)
    julian += correction
    if (Math.abs(correction) < 1e-5) break
  }
  return Math.floor(julian - epochJulian + utcOffsetHours / 24)
}

/**
 * Returns degrees (chapter 25), with the perturbations by planets and moon and the nutation as summed in chapter 27.
 */
function apparentLongitude(julian: number): number {
  const t = (julian - 2_451_545) / 36_525
  const mean = 280.46646 + 36_000.76983 * t + 0.0003032 * t * t
  const anomaly = (357.52911 + 35_999.05029 * t - 0.0001537 * t * t) * degree
  const centre =
    (1.914602 - 0.004817 * t - 0.000014 * t * t) * Math.sin(anomaly) +
    (0.019993 - 0.000101 * t) * Math.sin(2 * anomaly) +
    0.000289 * Math.sin(3 * anomaly)
  const aberration = 0.00569
  return mean + centre - aberration - delayDays(t) * meanDegreesPerDay
}

/** Returns the delay in days that perturbations cause; `t` is in centuries from 2000. */
function delayDays(t: number): number {
  let sum = 0
  for (const [size, phase, speed] of perturbations) sum += size * Math.cos((phase + speed * t) * degree)
  return sum * 1e-5
}
