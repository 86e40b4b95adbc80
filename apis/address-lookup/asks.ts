// Users' own phrases for each endpoint, which help agents find operations.
export const asks = {
  searchAddresses: [
    'Find the address of 10 Downing Street',
    'Which addresses are near this latitude and longitude?',
    'Search UK addresses by street or text',
    'Search for a property or building by its name, street and city',
  ],
  autocompleteAddresses: [
    'Complete the address somebody is typing',
    'Suggest addresses for "12 high str"',
    'Type-ahead for a delivery address',
    'Address finder suggestions for the first letters a customer enters',
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
    'Verify and correct a postal address that has typing mistakes',
  ],
  validateEmail: [
    'Does this e-mail address exist?',
    'Check whether mail can be delivered to somebody',
    'Is this a disposable or throwaway mailbox?',
    'Will a message to this mailbox be delivered or bounce?',
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
    'Credit remaining on my address account',
  ],
  listLicensees: ['Who are the licensees of the key?', 'List the organisations licensed to use the data'],
  createLicensee: ['Register a new licensee', 'Add a customer organisation as licensee'],
  getLicensee: ['Show one licensee', 'Details of the organisation with this licence'],
  updateLicensee: ['Change the name or address of a licensee', 'Edit a licensed organisation'],
  deleteLicensee: ['Remove a licensee', 'Cancel the licence of an organisation'],
  keyLookups: [
    'Download a log of all address lookups',
    'Who looked up what with the key, as CSV?',
    'Export the history of lookups',
  ],
  keyUsage: ['How many lookups were made each day?', 'Usage of the address key last week'],
  validatePhoneNumber: [
    'Is this phone number valid?',
    'Which network or carrier does a mobile number belong to?',
    'Format a telephone number internationally',
    'Is it a landline or a cell, and from which country?',
  ],
  findPlaces: [
    'Find a town or city by name',
    'Which villages start with these letters?',
    'Suggest places while I type',
    'Look up a locality, city or village',
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

/** Further search words for the API. */
export const words = {
  searchAddresses:
    'coordinates gps longitude latitude nearby around reverse geocode map location house flat building street road property business company premises town country UK addresses',
  autocompleteAddresses:
    'dropdown keystroke typeahead suggestions partial prefix form checkout input box letters incomplete shipping postal live search as you type',
  resolveAddressGbr:
    'picked chosen selected entry suggestion dropdown British Great Britain United Kingdom English full complete postcode line town',
  resolveAddressUsa:
    'picked chosen selected entry suggestion dropdown American United States US street state zip code full complete',
  cleanseAddress:
    'sloppy messy dirty wrong misspelled typo tidy fix correct normalise standardise match database CRM record row data quality deliverable undeliverable verify validate free text postal',
  validateEmail:
    'mailbox bounce deliverable exists real fake typo domain inbox verify check e-mail signup disposable temporary spam reach gmail contact',
  keyAvailability: 'active works accepted valid usable available countries datasets key switched on',
  listConfigs: 'configurations settings saved stored presets all',
  createConfig: 'configuration settings preset save store new set up',
  getConfig: 'configuration settings preset saved one view read',
  updateConfig: 'configuration settings preset switch alter modify default',
  deleteConfig: 'configuration settings preset drop discard',
  keyDetails:
    'domains urls websites allowed credit remaining balance limit daily budget left account notifications expiry run out',
  listLicensees: 'companies organisations clients sublicence permitted use data under our key',
  createLicensee: 'company organisation client sublicence register onboard sign up new',
  getLicensee: 'company organisation client sublicence look at view',
  updateLicensee: 'company organisation client sublicence moved changed name address edit',
  deleteLicensee: 'company organisation client sublicence end terminate cancel left us revoke',
  keyLookups: 'audit log csv export report each lookup search made spent who when history spreadsheet',
  keyUsage: 'statistics chart graph per day daily count volume traffic consumed queries month tags report usage',
  validatePhoneNumber:
    'mobile cell landline reachable carrier network operator country real exists connected sms text ring call dial contact format caller',
  findPlaces: 'town city village hamlet locality settlement autocomplete world country name geography',
  resolvePlace: 'town city village place county coordinates latitude longitude chosen selected location map',
  lookupPostcode: 'post code zip houses premises residents neighbours street list addresses outward',
  lookupUdprn: 'delivery point royal mail reference number unique household',
  lookupUmprn: 'multiple residence household flat flats royal mail reference number sub building',
}

/** Proper names that belong to the API. */
export const topics =
  'uk england wales scotland london manchester birmingham leeds bristol edinburgh postcode royal mail paf flat street road lane avenue'
