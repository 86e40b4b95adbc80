// One example call of each endpoint.
import { defineExamples } from '#define'
import { endpoints } from './endpoints.ts'
import {
  availability,
  availableEpisode,
  band,
  brand,
  brandPid,
  broadcast,
  episode,
  episodePid,
  franchise,
  image,
  masterBrand,
  promotion,
  season,
  service,
  track,
  version,
  webcast,
} from './examples/entities.ts'

/** The only page of a feed. */
const feed = (...items: unknown[]) => ({
  nitro: { pagination: {}, results: { page: 1, page_size: 10, total: items.length, items } },
})
const raw = (...items: unknown[]) => ({ nitro: { results: { total: items.length, items } } })

export const examples = defineExamples(endpoints, {
  getDefinition: {
    output: {
      feeds: {
        feed: [
          {
            name: 'Services',
            rel: 'feed',
            href: '/nitro/api/services',
            title: 'Linear services',
            release_status: 'supported',
            filters: {
              filter: [
                {
                  name: 'page_size',
                  type: 'integer',
                  title: 'Items in a page',
                  min_value: 0,
                  max_value: 300,
                  default: '10',
                },
                {
                  name: 'service_type',
                  type: 'string',
                  title: 'Kind of service',
                  multiple_values: true,
                  option: { value: 'TV', title: 'Television', href: '/nitro/api/services?service_type=TV' },
                },
              ],
            },
          },
        ],
      },
    },
  },
  listAvailabilities: {
    params: { availability: ['available'], descendants_of: [brandPid], media_set: ['pc'], territory: ['uk'] },
    output: feed(availability),
  },
  listBroadcasts: {
    params: { sid: ['tb_two'], schedule_day: '2024-05-02', sort: 'start_date', sort_direction: 'ascending' },
    output: feed(broadcast),
  },
  listGroups: { params: { group_type: ['season'], q: 'sea' }, output: feed(season) },
  listImages: { params: { is_image_for: brandPid }, output: feed(image) },
  listItems: { params: { programme: episodePid, item_type: ['music'], mixin: ['contributions'] }, output: feed(track) },
  listMasterBrands: { params: { mid: ['tb_two'], page_size: 1 }, output: feed(masterBrand) },
  listPeople: { params: { programme: episodePid, has_external_id: ['false'] }, output: feed(band) },
  listPips: {
    params: { q: 'pid:s0000001' },
    output: feed({ item_type: 'partner', pid: 's0000001', name: 'Tarnside Broadcasting' }),
  },
  getProgrammeDetails: { params: { pid: episodePid }, output: feed(availableEpisode) },
  listProgrammes: {
    params: {
      children_of: [brandPid],
      entity_type: ['episode', 'clip'],
      mixin: ['ancestor_titles', 'images', 'duration', 'genre_groupings'],
      sort: 'position',
      page: 1,
      page_size: 1,
    },
    output: {
      nitro: {
        pagination: {
          next: {
            href: `/nitro/api/programmes?children_of=${brandPid}&entity_type=episode&entity_type=clip&sort=position&page_size=1&page=2`,
          },
        },
        results: { page: 1, page_size: 1, total: 6, items: [episode] },
      },
    },
  },
  listPromotions: { params: { promoted_for: ['tb_two'], status: ['current'] }, output: feed(promotion) },
  listSchedules: {
    params: { schedule_day: '2024-05-02', service_master_brand: ['tb_two'], repeat: false },
    output: feed(broadcast, webcast),
  },
  getSchema: {
    output:
      '<?xml version="1.0" encoding="UTF-8"?><xs:schema targetNamespace="http://www.bbc.co.uk/nitro/" xmlns:xs="http://www.w3.org/2001/XMLSchema"/>',
  },
  listServices: { params: { service_type: ['TV'], sid: ['tb_two'] }, output: feed(service) },
  listVersions: { params: { descendants_of: [episodePid], availability: ['available'] }, output: feed(version) },
  getBrand: { params: { pid: brandPid }, output: raw(brand) },
  listBrandFranchises: { params: { pid: brandPid }, output: raw(franchise) },
  getEpisode: { params: { pid: episodePid }, output: raw(episode) },
  listEpisodeAncestors: { params: { pid: episodePid }, output: raw(brand) },
  listEpisodeFormats: {
    params: { pid: episodePid },
    output: raw({ id: 'PT001', title: 'Animation', updated_time: '2013-05-01T10:00:00Z' }),
  },
  listEpisodeGenreGroups: {
    params: { pid: episodePid },
    output: raw({
      id: 'C00035',
      type: 'genre_group',
      updated_time: '2013-05-01T10:00:00Z',
      genres: [{ id: '200032', type: 'level2', title: 'SciFi &amp; Fantasy' }],
    }),
  },
  getImage: { params: { pid: 'p4000000' }, output: raw(image) },
  getMasterBrand: { params: { mbid: 'tb_two' }, output: raw(masterBrand) },
  getPromotion: { params: { pid: 'p8000000' }, output: raw(promotion) },
})
