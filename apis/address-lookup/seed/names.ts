// Invented names of streets, villages, buildings and firms of the sample town.
import { present } from '#define/present'

export const streetStems = (
  'Abbot Alder Almond Anchor Apple Archer Ash Aspen Badger Baker Bank Barley Barn Beacon Bell Birch Bishop Blacksmith Bramble ' +
  'Bridge Brook Canal Castle Cedar Chapel Cherry Chestnut Church Clover College Cooper Copper Coppice Cornfield Crane Cricket ' +
  'Curlew Dairy Damson Deer Dove Drover Dyer Elder Elm Falcon Farrier Fern Ferry Field Fisher Fletcher Ford Forge Foundry Fox ' +
  'Friar Garden Glover Granary Grange Hare Harvest Hawthorn Hazel Heather Heron Hill Holly Hop Ivy Juniper Kestrel King Lantern ' +
  'Lapwing Larch Lark Laurel Lavender Lime Linden Mallard Maltings Manor Maple Market Mason Meadow Mercer Mill Minster Nettle ' +
  'Orchard Osier Otter Paddock Park Pear Pheasant Plover Poplar Potter Priory Quarry Quill Rowan Saddler Saffron Sawmill Teasel'
).split(' ')

export const streetTypes = ['Street', 'Road', 'Lane', 'Avenue', 'Close', 'Drive', 'Way', 'Gardens', 'Crescent']

/** Villages by outward code; the centre has none. */
export const villages = [
  '',
  'Upper Marrow',
  'Nether Marrow',
  'Quillbrook',
  'Ostlerwick',
  'Tallowfield',
  'Wickenby Green',
  'Harrowmere',
  'Fenwold St Mary',
]

export const houseNames = (
  'Rose Cottage|The Old Bakery|Orchard House|The Lodge|Ivy Cottage|Mill House|The Old School|Holly Cottage|The Barn|Hill View|' +
  'Woodside|Fairview|The Old Forge|Meadow View|Greenbank|The Willows|Sunnyside|The Gables|Brookside|Primrose Cottage|' +
  'The Coach House|Laburnum House|Lark Rise|The Granary|Stonecroft|Westfield|Highfield|The Hollies|Glebe House|Wisteria Cottage'
).split('|')

export const blockNames =
  'Marlowe|Tennison|Burnett|Cavell|Drayton|Everett|Fielding|Garrick|Hathaway|Ingram|Jessop|Kemble|Lovell|Merrick|Norris'.split(
    '|',
  )

const firmStems = (
  'Abacus|Bluebell|Corner|Dovetail|Evergreen|Firefly|Golden Fleece|Hillside|Inkwell|Jigsaw|Kingfisher|Lantern|Magpie|' +
  'Nightingale|Old Mill|Pennywise|Quicksilver|Ribbon|Sparrow|Thistle|Umbrella|Velvet|Whistle|Yardarm'
).split('|')
const firmTrades = (
  'Bakery|Books|Builders Ltd|Cafe|Carpets|Dental Practice|Electrical Ltd|Florists|Garage|Hairdressers|Ironmongers|' +
  'Joinery Ltd|Kitchens|Launderette|Motors|Nursery|Opticians|Pharmacy|Plumbing|Stationers|Tailors|Toys|Veterinary Surgery'
).split('|')

/** Returns the name of a firm; numbers below 552 give distinct names. */
export function firmName(number: number): string {
  const stem = present(firmStems[number % firmStems.length])
  const trade = present(firmTrades[(number + Math.floor(number / firmStems.length)) % firmTrades.length])
  return `${stem} ${trade}`
}
