// What people ask for, by endpoint, in their own words: agents find operations by these.
export const asks = {
  searchAddresses: [
    'Find the address of 10 Downing Street',
    'Which addresses are near this latitude and longitude?',
    'Search UK addresses by street or text',
  ],
  autocompleteAddresses: [
    'Complete the address somebody is typing',
    'Suggest addresses for "12 high str"',
    'Type-ahead for a delivery address',
  ],
  resolveAddressGbr: [
    'Get the full UK address of the suggestion I picked',
    'Turn a chosen suggestion into a postal address in Britain',
  ],
  resolveAddressUsa: [
    'Get the chosen suggestion as an American address',
    'Full US address with ZIP code for a suggestion',
  ],
  cleanseAddress: [
    'Clean up this messy address',
    'Is this address real, and what is its correct form?',
    "Standardise a customer's badly written address",
  ],
  validateEmail: [
    'Does this e-mail address exist?',
    'Check whether mail can be delivered to somebody',
    'Is this a disposable or throwaway mailbox?',
  ],
  keyAvailability: ['Is my address lookup key still working?', 'Which countries can this key look up?'],
  listConfigs: ['Which configurations does the key have?', 'Show the saved settings for the address finder'],
  createConfig: ['Save a new configuration for a key', 'Add settings for the address widget'],
  getConfig: ['Show one configuration of the key', 'What does this saved configuration contain?'],
  updateConfig: ['Change a saved configuration', 'Edit the settings of the address finder'],
  deleteConfig: ['Delete a configuration of the key', 'Get rid of saved address finder settings'],
  keyDetails: [
    'How many address lookups have I left?',
    'What is the balance of my address key?',
    'Which limits and allowed websites does the key have?',
  ],
  listLicensees: ['Who are the licensees of the key?', 'List the organisations licensed to use the data'],
  createLicensee: ['Register a new licensee', 'Add a customer organisation as licensee'],
  getLicensee: ['Show one licensee', 'Details of the organisation with this licence'],
  updateLicensee: ['Change the name or address of a licensee', 'Edit a licensed organisation'],
  deleteLicensee: ['Remove a licensee', 'Cancel the licence of an organisation'],
  keyLookups: ['Download a log of all address lookups', 'Who looked up what with the key, as CSV?'],
  keyUsage: ['How many lookups were made each day?', 'Usage of the address key last week'],
  validatePhoneNumber: [
    'Is this phone number valid?',
    'Which network or carrier does a mobile number belong to?',
    'Format a telephone number internationally',
  ],
  findPlaces: [
    'Find a town or city by name',
    'Which villages start with these letters?',
    'Suggest places while I type',
  ],
  resolvePlace: ['Where is this town, and in which county?', 'Details of the place I selected'],
  lookupPostcode: [
    'Which houses have this postcode?',
    'List all addresses in SW1A 2AA',
    'What street is this post code?',
  ],
  lookupUdprn: ['Which address has this UDPRN?', 'Look up a Royal Mail delivery point number'],
  lookupUmprn: ['Which flat has this UMPRN?', 'Look up a multiple residence number'],
}
