// Holidays of Cambodia: a sub-decree lists the days of each year; lunar feasts follow the Khmer calendar.
import { fixed, moon, type Rule } from '../language/rules.ts'

const pchumBen = {
  2019: '09-28',
  2020: '09-17',
  2021: '10-06',
  2022: '09-25',
  2023: '10-14',
  2024: '10-02',
  2025: '09-22',
  2026: '10-11',
}
const waterFestival = {
  2019: '11-11',
  2020: '10-31',
  2021: '11-19',
  2022: '11-08',
  2023: '11-27',
  2024: '11-15',
  2025: '11-05',
  2026: '11-24',
}

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'ទិវាបុណ្យចូលឆ្នាំសកល'),
  fixed('01-07', 'Victory over Genocide Day', 'ទិវាជ័យជម្នះលើរបបប្រល័យពូជសាសន៍').from(1979),
  fixed('03-08', "International Women's Day", 'ទិវានារីអន្តរជាតិ'),
  fixed('04-14', 'Khmer New Year', 'ពិធីបុណ្យចូលឆ្នាំថ្មី ប្រពៃណីជាតិ'),
  fixed('04-15', 'Khmer New Year', 'ពិធីបុណ្យចូលឆ្នាំថ្មី ប្រពៃណីជាតិ'),
  fixed('04-16', 'Khmer New Year', 'ពិធីបុណ្យចូលឆ្នាំថ្មី ប្រពៃណីជាតិ'),
  fixed('05-01', 'Labour Day', 'ទិវាពលកម្មអន្តរជាតិ'),
  moon('full', '04-24', 'Royal Ploughing Ceremony', 'ព្រះរាជពិធីច្រត់ព្រះនង្គ័ល').moved({ 2025: '05-11' }).plus(4),
  fixed('05-14', "King Sihamoni's Birthday", 'ព្រះរាជពិធីបុណ្យចម្រើនព្រះជន្ម ព្រះករុណា នរោត្តម សីហមុនី').from(2005),
  fixed('06-18', "Queen Mother's Birthday", 'ព្រះរាជពិធីបុណ្យចម្រើនព្រះជន្ម សម្តេចព្រះមហាក្សត្រី នរោត្តម មុនិនាថ សីហនុ').from(1996),
  fixed('09-24', 'Constitution Day', 'ទិវាប្រកាសរដ្ឋធម្មនុញ្ញ').from(1993),
  moon('new', '09-16', 'Pchum Ben', 'ពិធីបុណ្យភ្ផុំបិណ្ឌ').moved(pchumBen).plus(-1),
  moon('new', '09-16', 'Pchum Ben', 'ពិធីបុណ្យភ្ផុំបិណ្ឌ').moved(pchumBen),
  moon('new', '09-16', 'Pchum Ben', 'ពិធីបុណ្យភ្ផុំបិណ្ឌ').moved(pchumBen).plus(1),
  fixed(
    '10-15',
    "Commemoration Day of the King's Father",
    'ព្រះរាជពិធីគោរពព្រះវិញ្ញាណក្ខន្ធព្រះករុណាព្រះបាទសម្ដេចព្រះ នរោត្ដម សីហនុ',
  ).from(2012),
  fixed(
    '10-29',
    'Coronation Day of King Sihamoni',
    'ព្រះរាជពិធីគ្រងព្រះបរមរាជសម្បត្តិរបស់ព្រះករុណាព្រះបាទសម្ដេចព្រះបរមនាថ នរោត្ដម សីហមុនី',
  ).from(2004),
  fixed('11-09', 'National Independence Day', 'ទិវាបុណ្យឯករាជ្យជាតិ').from(1953),
  moon('full', '10-30', 'Water Festival', 'ពិធីបុណ្យអុំទូក បណ្ដែតប្រទីប អកអំបុក និងសំពះព្រះខែ').moved(waterFestival).plus(-1),
  moon('full', '10-30', 'Water Festival', 'ពិធីបុណ្យអុំទូក បណ្ដែតប្រទីប អកអំបុក និងសំពះព្រះខែ').moved(waterFestival),
  moon('full', '10-30', 'Water Festival', 'ពិធីបុណ្យអុំទូក បណ្ដែតប្រទីប អកអំបុក និងសំពះព្រះខែ').moved(waterFestival).plus(1),
  fixed('12-29', 'Cambodia Peace Day', 'ទិវាសន្តិភាពនៅកម្ពុជា').from(2024),
]
