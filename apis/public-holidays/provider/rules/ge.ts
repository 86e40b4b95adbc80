// Holidays of Georgia: Labour Code, article 30.
import { fixed, orthodoxEaster, type Rule } from '../language/rules.ts'

export const holidays: readonly Rule[] = [
  fixed('01-01', "New Year's Day", 'ახალი წელი'),
  fixed('01-02', "New Year's Day", 'ახალი წელი'),
  fixed('01-07', 'Christmas Day (Orthodox)', 'ქრისტეშობა'),
  fixed('01-19', 'Epiphany (Orthodox)', 'ნათლისღება'),
  fixed('03-03', "Mother's Day", 'დედის დღე').from(1992),
  fixed('03-08', "International Women's Day", 'ქალთა საერთაშორისო დღე'),
  fixed('04-09', 'National Unity Day', 'ეროვნული ერთიანობის დღე').from(1990),
  orthodoxEaster(-2, 'Good Friday', 'ძველი პარასკევი'),
  orthodoxEaster(-1, 'Holy Saturday', 'დიდი შაბათი'),
  orthodoxEaster(0, 'Easter Sunday', 'აღდგომის კვირა'),
  orthodoxEaster(1, 'Easter Monday', 'აღდგომის ორშაბათი'),
  fixed('05-09', 'Day of Victory over Fascism', 'ფაშიზმზე გამარჯვების დღე'),
  fixed(
    '05-12',
    'Saint Andrew the First-Called Day',
    'წმინდა მოციქულის ანდრია პირველწოდებულის საქართველოში შემოსვლის დღე',
  ).from(2004),
  fixed('05-26', 'Independence Day', 'დამოუკიდებლობის დღე').from(1990),
  fixed('08-28', "Saint Mary's Day", 'მარიამობა'),
  fixed('10-14', 'Day of Svetitskhoveli Cathedra', 'სვეტიცხოვლობა'),
  fixed('11-23', "Saint George's Day", 'გიორგობა').from(1992),
]
