// Easter Sunday of the western and the eastern churches, as a day of the Gregorian calendar.
import { type Day, dayOf } from './days.ts'

/**
 * Returns Easter of the western churches (the anonymous Gregorian computus, as in Meeus, Astronomical Algorithms,
 * chapter 8).
 */
export function westernEaster(year: number): Day {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const yearOfCentury = year % 100
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30
  const toSunday = (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - epact - (yearOfCentury % 4)) % 7
  const late = Math.floor((golden + 11 * epact + 22 * toSunday) / 451)
  const marchDay = epact + toSunday - 7 * late + 22
  return dayOf(year, 3, marchDay)
}

/** Returns Easter of the eastern churches: computed in the Julian calendar, returned as the Gregorian day. */
export function orthodoxEaster(year: number): Day {
  const epact = (19 * (year % 19) + 15) % 30
  const toSunday = (2 * (year % 4) + 4 * (year % 7) - epact + 34) % 7
  const julianToGregorian = Math.floor(year / 100) - Math.floor(year / 400) - 2
  return dayOf(year, 3, 22 + epact + toSunday + julianToGregorian)
}
