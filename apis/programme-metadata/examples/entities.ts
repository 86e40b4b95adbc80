// Invented programmes, people and promotions in the provider's shapes, with ids of the embedded sample.

const partner = 's0000001'
const updated = '2024-04-30T09:15:00Z'
const link = (feed: string, query: string) => `/nitro/api/${feed}?${query}`
const template = 'images.example/ic/$recipe/p4000000.jpg'

export const brandPid = 'b000000c'
export const episodePid = 'm00ff770'
const versionPid = 'm10ff770'

const masterBrandLink = { mid: 'tb_two', href: link('master_brands', 'mid=tb_two'), result_type: 'master_brand' }
const genres = {
  genre: [
    { id: '100003', type: 'level1', $: 'Drama' },
    { id: '200032', type: 'level2', $: 'SciFi & Fantasy' },
  ],
}

export const brand = {
  item_type: 'brand',
  pid: brandPid,
  partner,
  updated_time: updated,
  embargoed: 'false',
  title: 'The Harbour Clock',
  synopses: { short: 'A clock that strikes tomorrow.' },
  release_date: '2024-05-02',
  master_brand: masterBrandLink,
  expected_child_count: 6,
}

export const episode = {
  item_type: 'episode',
  pid: episodePid,
  identifiers: { identifier: [{ type: 'crid', authority: 'pips', $: 'crid://example.org/m00ff770' }] },
  partner,
  updated_time: updated,
  embargoed: 'false',
  title: 'Low Tide',
  synopses: { short: 'The keeper counts thirteen.', medium: 'The keeper counts thirteen, and nobody believes it.' },
  advertising_allowed: 'yes',
  media_type: 'Video',
  is_stacked: true,
  has_guidance: false,
  release_date: '2024-05-02',
  master_brand: masterBrandLink,
  episode_of: { pid: brandPid, result_type: 'brand', href: link('programmes', `pid=${brandPid}`), position: 1 },
  programme_formats: { format: { format_id: 'PT001', $: 'Animation' } },
  ancestor_titles: [{ ancestor_type: 'brand', pid: brandPid, title: 'The Harbour Clock' }],
  images: { image: { template_url: template, type: 'standard', href: link('images', 'pid=p4000000') } },
  version: { pid: versionPid, href: link('versions', `pid=${versionPid}`), duration: 'PT28M30S' },
  genre_groupings: { genre_group: [{ id: 'C00035', type: 'genre_group', genres }] },
}

export const availableEpisode = {
  ...episode,
  available_versions: {
    available: 1,
    version: [
      {
        pid: versionPid,
        duration: 'PT28M30S',
        types: { type: ['Original'] },
        competition_warning: false,
        availabilities: {
          availability: [
            {
              status: 'available',
              type: 'ondemand',
              payment_type: 'free',
              scheduled_start: '2024-05-02T20:00:00Z',
              scheduled_end: '2024-06-01T20:00:00Z',
              media_sets: {
                media_set: [{ name: 'pc', actual_start: '2024-05-02T20:04:10Z', territories: { territory: ['uk'] } }],
              },
            },
          ],
        },
      },
    ],
  },
}

export const version = {
  item_type: 'version',
  pid: versionPid,
  aspect_ratio: '16:9',
  competition_warning: false,
  duration: 'PT28M30S',
  updated_time: updated,
  types: { type: [{ id: 'Original' }] },
  version_of: { pid: episodePid, result_type: 'episode', href: link('programmes', `pid=${episodePid}`) },
}

export const availability = {
  item_type: 'availability',
  status: 'available',
  availability_type: 'ondemand',
  scheduled_time: { start: '2024-05-02T20:00:00Z', end: '2024-06-01T20:00:00Z' },
  actual_start: '2024-05-02T20:04:10Z',
  media_set: ['pc', 'iptv-all'],
  availability_of: [
    { pid: versionPid, result_type: 'version', href: link('versions', `pid=${versionPid}`), type: 'Original' },
    { pid: episodePid, result_type: 'episode', href: link('programmes', `pid=${episodePid}`) },
  ],
}

export const broadcast = {
  item_type: 'broadcast',
  pid: 'm00zzz04',
  partner,
  service: { sid: 'tb_two', href: link('services', 'sid=tb_two'), result_type: 'service' },
  updated_time: updated,
  published_time: { start: '2024-05-02T19:30:00Z', end: '2024-05-02T20:00:00Z', duration: 'PT30M' },
  is_repeat: false,
  is_audio_described: true,
  is_blanked: false,
  broadcast_of: [
    { pid: episodePid, result_type: 'episode', href: link('programmes', `pid=${episodePid}`) },
    { pid: versionPid, result_type: 'version', href: link('versions', `pid=${versionPid}`) },
  ],
}

export const webcast = {
  item_type: 'window',
  pid: 'm00zzz05',
  partner,
  updated_time: updated,
  scheduled_time: { start: '2024-05-02T19:30:00Z', end: '2024-05-02T20:00:00Z' },
  window_of: [{ pid: versionPid, result_type: 'version', href: link('versions', `pid=${versionPid}`) }],
}

export const season = {
  item_type: 'season',
  pid: 'p7000002',
  embargoed: 'false',
  partner,
  updated_time: updated,
  master_brand: masterBrandLink,
  url_key: 'sea-stories',
  title: 'Sea Stories',
  scheduled: { start: '2024-05-01T00:00:00Z', end: '2024-05-31T23:59:59Z' },
}

export const franchise = {
  item_type: 'franchise',
  pid: 'p7000001',
  embargoed: 'false',
  partner,
  updated_time: updated,
  title: 'Harbour Tales',
}

export const image = {
  item_type: 'image',
  pid: 'p4000000',
  embargoed: 'false',
  partner,
  title: 'The clock tower',
  source_asset: { dimensions: { width: 1920, height: 1080 }, mime_type: 'image/jpeg' },
  template_url: template,
  type: 'standard',
}

export const track = {
  item_type: 'music',
  pid: 'p0zzz008',
  partner,
  updated_time: updated,
  title: 'Slack Water',
  release_title: 'Tide Tables',
  track_number: '3',
  duration: 214.5,
  contributions: {
    contribution: {
      credit_role: { id: 'PERFORMER', $: 'Performer' },
      contributor: { type: 'group', href: link('people', 'pid=p0zzz009'), name: { presentation: 'The Bollards' } },
    },
  },
}

export const band = {
  item_type: 'contributor',
  pid: 'p0zzz009',
  partner,
  type: 'group',
  name: { presentation: 'The Bollards' },
  contributor_to: [{ result_type: 'item', href: link('items', 'people=p0zzz009') }],
}

export const masterBrand = {
  item_type: 'master_brand',
  mid: 'tb_two',
  partner,
  name: 'Tarnside Two',
  title: 'Tarnside Two',
  url_key: 'tbtwo',
}

export const service = {
  item_type: 'service',
  sid: 'tb_two',
  partner,
  name: 'Tarnside Two',
  type: 'TV',
  media_type: 'Video',
  is_concrete: true,
  date_range: { start: '2002-03-02T19:00:00Z' },
  master_brand: masterBrandLink,
}

export const promotion = {
  item_type: 'promotion',
  pid: 'p8000000',
  partner,
  updated_time: updated,
  title: 'New: The Harbour Clock',
  start_time: '2024-05-01T06:00:00Z',
  end_time: '2024-05-08T06:00:00Z',
  priority: 1,
  promoted_for: 'tb_two',
  context: { pid: 'p7000002', result_type: 'season', cascades_to_descendants: false },
  status: 'current',
  promotion_of: { pid: brandPid, result_type: 'brand', href: link('programmes', `pid=${brandPid}`) },
}
