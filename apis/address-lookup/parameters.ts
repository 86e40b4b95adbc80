// Parameter sets that several endpoints of address lookup share.
import { req, str } from '#define'

const keyDoc = 'Key of the provider. The stored provider key takes its place.'

/** The credential parameter as the specification declares it on most endpoints; four of them require it. */
export const api_key = str({ credential: true, secret: true, doc: keyDoc })
export const requiredKey = req.str({ credential: true, secret: true, doc: keyDoc })

/** The header form of the credentials, as the provider's own clients send it. */
export const authorization = str({
  in: 'header',
  beyond: true,
  credential: true,
  secret: true,
  doc: 'Credentials as IDEALPOSTCODES api_key="…".',
})

/** The token of a user of the provider, which authorises the management of a key. The gateway never stores it. */
export const user_token = str({ secret: true, doc: 'User token of the provider that the key belongs to.' })
export const userTokenBeyond = str({
  beyond: true,
  secret: true,
  doc: 'User token of the provider that the key belongs to.',
})
export const managementAuthorization = str({
  in: 'header',
  beyond: true,
  secret: true,
  doc: 'Credentials as IDEALPOSTCODES user_token="…".',
})

export const tags = str({ beyond: true, doc: 'Tags to file the lookup under, comma-separated.' })
export const q = str({ beyond: true, doc: 'Short for query.' })
export const filter = str({
  doc: 'Members of each address to return, comma-separated; all by default.',
  example: 'line_1,post_town,postcode',
})

/** Filters of the results. Terms of one filter are alternatives; all filters must match. */
export const locationFilters = {
  postcode_outward: str({ doc: 'Only these outward codes, comma-separated.', example: 'SW1A' }),
  postcode: str({ doc: 'Only these postcodes.' }),
  postcode_area: str({ doc: 'Only these postcode areas: the letters a postcode begins with.', example: 'SW' }),
  postcode_sector: str({ doc: 'Only these postcode sectors.', example: 'SW1A 2' }),
  post_town: str({ doc: 'Only these post towns.' }),
  uprn: str({ doc: 'Only addresses with this property number.' }),
  country: str({ doc: 'Only these countries, such as England or Jersey.' }),
  postcode_type: str({ doc: 'S for small, L for large users.' }),
  su_organisation_indicator: str({ doc: 'Y for organisations among small users.' }),
  box: str({ doc: 'Only inside a box: longitude and latitude of the top left and of the bottom right corner.' }),
}

/** Biases, which rank matching results first and remove none. */
export const biases = {
  bias_postcode_outward: str({ doc: 'Outward codes to prefer.' }),
  bias_postcode: str({ doc: 'Postcodes to prefer.' }),
  bias_postcode_area: str({ doc: 'Postcode areas to prefer.' }),
  bias_postcode_sector: str({ doc: 'Postcode sectors to prefer.' }),
  bias_post_town: str({ doc: 'Post towns to prefer.' }),
  bias_thoroughfare: str({ doc: 'Streets to prefer.' }),
  bias_country: str({ doc: 'Countries to prefer.' }),
  bias_lonlat: str({
    doc: 'A circle to prefer: longitude, latitude and radius in metres, at most 50000.',
    example: '-0.127,51.503,5000',
  }),
}
