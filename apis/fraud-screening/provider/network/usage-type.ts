// The usage of a network in the provider's terms (SOURCES 2.3), from the databases, else from the name of the network.

interface UsageHints {
  /** The term of GeoIP2 databases (SOURCES 6.2). */
  readonly userType: string | undefined
  readonly connection: string | undefined
  readonly isp: string | undefined
  readonly isHosting: boolean | undefined
  readonly isMobile: boolean
}

const byUserType = new Map(
  Object.entries({
    business: 'Commercial',
    cafe: 'Commercial',
    cellular: 'Mobile ISP',
    college: 'University/College/School',
    content_delivery_network: 'Content Delivery Network',
    dialup: 'Fixed Line ISP',
    government: 'Government',
    hosting: 'Data Center/Web Hosting/Transit',
    library: 'Library',
    military: 'Military',
    residential: 'Fixed Line ISP',
    router: 'Data Center/Web Hosting/Transit',
    school: 'University/College/School',
    search_engine_spider: 'Search Engine Spider',
    traveler: 'Commercial',
  }),
)
const byName: readonly (readonly [RegExp, string])[] = [
  [/\b(?:cloudflare|akamai|fastly|cdn77|edgecast|bunny)/i, 'Content Delivery Network'],
  [
    /\b(?:amazon|aws|google cloud|google llc|microsoft|azure|digitalocean|ovh|hetzner|linode|vultr|choopa|leaseweb|contabo|scaleway|oracle|alibaba|tencent|hosting|hoster|datacenter|data center|colocation|server|vps|cloud|m247|datacamp)/i,
    'Data Center/Web Hosting/Transit',
  ],
  [/\b(?:universit|college|school|academ|hochschule|escuela|lyc[eé]e)/i, 'University/College/School'],
  [/\blibrar/i, 'Library'],
  [/\b(?:army|navy|air force|military|dod network|ministry of defen[cs]e)/i, 'Military'],
  [/\b(?:government|ministry|ministerio|federal|state of|city of|department of)\b/i, 'Government'],
  [/\b(?:mobile|wireless|cellular|t-mobile|vodafone|verizon wireless|mobil)/i, 'Mobile ISP'],
  [/\b(?:telecom|telekom|communications|broadband|cable|internet|isp|telefonica|comcast|fiber|dsl)/i, 'Fixed Line ISP'],
]

/** Returns the usage type; undefined if it is unknown. */
export function usageTypeOf({ userType, connection, isp, isHosting, isMobile }: UsageHints): string | undefined {
  if (isHosting) return 'Data Center/Web Hosting/Transit'
  const said = userType && byUserType.get(userType)
  if (said) return said
  if (isMobile || connection === 'Cellular') return 'Mobile ISP'
  return isp === undefined ? undefined : byName.find(([name]) => name.test(isp))?.[1]
}

const speeds = new Map(
  Object.entries({
    Dialup: 'DIAL',
    'Cable/DSL': 'DSL',
    Cellular: 'DSL',
    Satellite: 'DSL',
    Corporate: 'COMP',
  }),
)

/** Returns `DIAL`, `DSL` or `COMP`. */
export function netSpeedOf(connection: string | undefined, usageType: string | undefined): string | undefined {
  const said = connection && speeds.get(connection)
  if (said) return said
  if (usageType === undefined) return undefined
  return usageType.endsWith('ISP') ? 'DSL' : 'COMP'
}
