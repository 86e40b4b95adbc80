// Holidays of Albania: holidays on a weekend are observed on Monday; religious days returned in 1991.
import { afterMovedDay, easter, fixed, orthodoxEaster, type Rule, weekendToMonday } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'Viti i Ri').observed(weekendToMonday),
  fixed('01-02', "New Year's Day", 'Viti i Ri').observed(afterMovedDay),
  fixed('03-14', 'Summer Day', 'Dita e Verës').from(2004).observed(weekendToMonday),
  fixed('03-22', 'Nowruz', 'Dita e Sulltan Nevruzit').from(1996).observed(weekendToMonday),
  easter(0, 'Easter Sunday', 'Pashkët Katolike').from(1991),
  easter(1, 'Easter Monday', 'E hëna e Pashkëve Katolike').from(1991),
  orthodoxEaster(0, 'Easter Sunday', 'Pashkët Ortodokse').from(1991),
  orthodoxEaster(1, 'Easter Monday', 'E hëna e Pashkëve Ortodokse').from(1991),
  fixed('05-01', 'May Day', 'Dita Ndërkombëtare e Punonjësve').observed(weekendToMonday),
  fixed('09-05', 'Mother Teresa Day', 'Dita e Nënë Terezës').from(2018).observed(weekendToMonday),
  fixed('10-19', 'Mother Teresa Day', 'Dita e Nënë Terezës').from(2004).until(2017).observed(weekendToMonday),
  fixed('11-28', 'Independence Day', 'Dita e Pavarësisë').from(1912).observed(weekendToMonday),
  fixed('11-29', 'Liberation Day', 'Dita e Çlirimit').from(1945).observed(weekendToMonday),
  fixed('12-08', 'Youth Day', 'Dita Kombëtare e Rinisë').from(2010).observed(weekendToMonday),
  fixed('12-25', 'Christmas Day', 'Krishtlindjet').from(1991).observed(weekendToMonday),
]
