// Holidays of South Africa: Public Holidays Act 1994; a holiday on a Sunday is observed on Monday.
import { easter, fixed, listed, on, type Rule, sundayToMonday, sundayToTuesday } from '../language/rules.ts'

const electionDays = {
  1999: '06-02',
  2004: '04-14',
  2009: '04-22',
  2014: '05-07',
  2019: '05-08',
  2024: '05-29',
}
const municipalElectionDays = { 2006: '03-01', 2011: '05-18', 2016: '08-03', 2021: '11-01' }

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day").observed(sundayToMonday, 1995),
  fixed('03-21', 'Human Rights Day').from(1995).observed(sundayToMonday),
  easter(-2, 'Good Friday'),
  easter(1, 'Family Day').from(1980),
  easter(1, 'Easter Monday').until(1979),
  fixed('04-06', "Founders' Day").from(1980).until(1994),
  fixed('04-06', "Van Riebeeck's Day").from(1952).until(1973),
  fixed('04-27', 'Freedom Day').from(1995).observed(sundayToMonday),
  fixed('05-01', "Workers' Day").from(1995).observed(sundayToMonday),
  on('1st friday of may', "Workers' Day").from(1987).until(1989),
  easter(39, 'Ascension Day').until(1993),
  fixed('05-31', 'Union Day').from(1910).until(1960),
  fixed('05-31', 'Republic Day').from(1961).until(1993),
  on('2nd monday of july', "Queen's Birthday").from(1952).until(1960),
  on('2nd monday of july', 'Family Day').from(1961).until(1973),
  on('1st monday of september', "Settlers' Day").from(1952).until(1979),
  fixed('06-16', 'Youth Day').from(1995).observed(sundayToMonday),
  fixed('08-09', "National Women's Day").from(1995).observed(sundayToMonday),
  fixed('09-24', 'Heritage Day').from(1995).observed(sundayToMonday),
  fixed('10-10', 'Kruger Day').from(1952).until(1993),
  fixed('12-16', 'Day of Reconciliation').from(1995).observed(sundayToMonday),
  fixed('12-16', 'Day of the Vow').from(1980).until(1994),
  fixed('12-16', 'Day of the Covenant').from(1952).until(1979),
  fixed('12-16', "Dingaan's Day").from(1910).until(1951),
  fixed('12-25', 'Christmas Day').observed(sundayToTuesday, 2011),
  fixed('12-26', 'Day of Goodwill', "St. Stephen's Day").observed(sundayToMonday, 1995),
  listed(electionDays, 'National and Provincial Elections'),
  listed(municipalElectionDays, 'Local Government Elections'),
  listed({ 1999: '12-31', 2000: '01-02' }, 'Year 2000 changeover').observed(sundayToMonday),
  fixed('05-02', 'Public holiday by presidential decree').only(2008),
  fixed('12-15', 'Rugby World Cup victory').only(2023),
]
