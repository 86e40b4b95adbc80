// Word parts from which names of places, people and teams are invented.

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

export const placeBeginnings = words(`
  Ash Bramble Cedar Elder Fern Glen Haw Iron Juniper Lark Maple Nettle Otter Pine Quarry Raven Silver Thorn Umber Vale
  Wind Yarrow Amber Birch Clay Dun Falcon Grey Hollow Marsh Moss Prairie Sage Timber Willow Briar Copper Drift Ember
  Flint Harrow Alder Bracken Cinder Dapple Heron Kestrel Linden Meadow Opal`)
export const placeEndings = words(`
  brook haven ridge mere gate crest shore moor stead hurst hollow wick combe march fall reach bluff garth`)
export const mascots = words(`
  Pilots Badgerhounds Lanterns Ironclads Herons Comets Millers Stags Voyagers Foresters Kestrels Beacons Drovers
  Thunderbolts Quarrymen Otters Sentinels Pathfinders Gales Rooks Torches Barons Lynxes Ramblers Harpoons Cyclers
  Marlins Bisons Anvils Ospreys Rangers Surveyors Wolverhounds Tidewaters Monarchs Rivermen Griffins Mustelids
  Colliers Woodsmen Falconers Gulls Plainsmen Stormcrows`)
export const firstNames = words(`
  Aaron Adrian Alden Amari Andre Asher Avery Bennett Blake Brady Bryce Caleb Calvin Camden Carter Cedric Chase Cole
  Colton Damon Darius Dawson Dexter Dorian Easton Eli Elijah Emmett Evan Felix Finn Gavin Grady Grant Griffin Harvey
  Hayes Hugo Isaac Isaiah Ivan Jace Jalen Jasper Jonah Jordan Julian Kai Keegan Kendall Knox Lane Leon Levi Logan
  Luca Malik Marcus Mason Micah Miles Nash Noah Nolan Omar Orion Owen Parker Percy Quentin Reid Rhys Roman Rowan
  Sawyer Silas Simon Tariq Tate Theo Tobias Tristan Tyrell Victor Wade Wesley Xavier Zane`)
export const lastBeginnings = words(`
  Ald Barn Bell Brack Brook Cald Cart Cole Crom Dal Dray Ell Fair Farn Gar Gold Hal Hart Haw Hol Kel Kings Lang Lock
  Mar Mel Mor New North Pem Penn Ray Red Rock Rus Sand Shel Stan Stock Sum Tal Thorn Tul Wake Wal Whit Wilt Win Wood Wyn`)
export const lastEndings = words(`
  berg borne by croft den don ers field ford gate grave ham ing land ley man mont more ner over ridge row sley son stone
  ston ter thwaite ton vale ward way well wick win wood worth`)
export const colors = words(`
  1b3a5c 7a1f2b 1f5c3a c8781e 4b2e83 2a2a2a 8c1d40 0d6e8a 5a3b1e b3372f 264f36 3c4a9e 8a6d1f 5e2750 177245`)
export const altColors = words('ffffff d9b44a c0c7cf f2e3c2 a8c6e8 f0a830 1d1d1d')
/** Codes of fictional states. */
export const states = words('AV BD CE DR EF FN GH HV JU KL LM MV NF OX PL QR')
export const networks = words('EXTV GridNine Sportlight Kickline CampusTV')
export const books = ['Harbor Book', 'Mesa Lines', 'Pinewood'] as const
export const bowls = words(`
  Lantern Harvest Juniper Marigold Copper Saddle Compass Orchard Lighthouse Cobalt Prairie Ember Canyon Bluebell Anchor
  Meadow Granite Sunfish Acorn Clover Maple Riverboat Aurora Thistle Peppermint Cardinal Wheat Driftwood Cypress Fiddle
  Magnet Kettle Plum Gingham Comet Almond Sandstone Tulip Willow Foxglove`)
