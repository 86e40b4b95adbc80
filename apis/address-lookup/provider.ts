// The embedded provider: addresses of a sample town or of imported files, places, contacts, and keys with balances.
import { defineProvider, type ProviderKit } from '#define'
import api from './api.ts'
import { migrations } from './migrations/list.ts'
import type { Tables } from './tables.ts'

export default defineProvider(api, {
  // searches rank hundreds of addresses
  runs: 'worker',
  migrations,
  importFormats:
    'Addresses as CSV, also packed with gzip: the Postcode Address File as a table of 16 columns, Price Paid data of HM Land ' +
    'Registry, AddressBase Core, and tables whose first row names columns like the members of an address (postcode, post_town, ' +
    'thoroughfare, …); G-NAF Core; OpenAddresses as GeoJSON lines in a file whose name begins with the country ' +
    '(us-denver.geojson). Coordinates for addresses without any: OS Open UPRN, the ONS UPRN Directory, Code-Point Open, the ONS ' +
    'Postcode Directory, postal codes of GeoNames. Places: GeoNames with admin1CodesASCII.txt and admin2Codes.txt, OS Open Names.',
  jobs: { prune: { everyMs: 24 * 3_600_000, offline: true, waitsFirst: true } },
  seed: async ({ config }: ProviderKit<Tables>) => void (await import('./provider/settings.ts')).readSettings(config),
  open: async (kit: ProviderKit<Tables>) => (await import('./provider/open.ts')).openAddressLookup(kit),
})
