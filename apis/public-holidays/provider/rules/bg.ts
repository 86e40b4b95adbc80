// Holidays of Bulgaria: Labour Code, article 154; a holiday on a weekend is observed on Monday since 2017. The
// changeover to the euro closed the last day of 2025 and the first working day of 2026.
import { fixed, listed, orthodoxEaster, type Rule, weekendToMonday } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Нова година').observed(weekendToMonday, 2017),
  listed({ 2025: '12-31', 2026: '01-02' }, 'Currency change day', 'Ден на валутната смяна'),
  fixed('03-03', 'Liberation Day', 'Ден на oсвобождението на България от Oсманско робство')
    .from(1990)
    .observed(weekendToMonday, 2017),
  orthodoxEaster(-2, 'Good Friday', 'Разпети петък').from(2010),
  orthodoxEaster(-1, 'Holy Saturday', 'Велика събота').from(2010),
  orthodoxEaster(0, 'Easter Sunday', 'Великден'),
  orthodoxEaster(1, 'Easter Monday', 'Велики понеделник'),
  fixed('05-01', "International Workers' Day", 'Ден на труда и на международната работническа солидарност').observed(
    weekendToMonday,
    2017,
  ),
  fixed('05-06', "Saint George's Day", 'Гергьовден, ден на храбростта и Българската армия')
    .from(1999)
    .observed(weekendToMonday, 2017),
  fixed('05-24', 'Saints Cyril and Methodius Day', 'Ден на Българската просвета и култура и на славянската писменост')
    .from(1990)
    .observed(weekendToMonday, 2017),
  fixed('09-06', 'Unification Day', 'Ден на съединението').from(1998).observed(weekendToMonday, 2017),
  fixed('09-09', 'Liberty Day', 'Ден на свободата').from(1945).until(1989),
  fixed('09-22', 'Independence Day', 'Ден на независимостта на България').from(1998).observed(weekendToMonday, 2017),
  fixed('12-24', 'Christmas Eve', 'Бъдни вечер').from(1996),
  fixed('12-25', 'Christmas Day', 'Рождество Христово').from(1990),
  fixed('12-26', 'Second day of Christmas', 'Рождество Христово').from(1990),
]
