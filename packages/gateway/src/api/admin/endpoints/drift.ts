// Endpoints of drift: where answers differ from what is declared.
import { bool, del, empty, get, int, list, num, obj, oneOf, opt, post, str, streamBody } from '#define'
import { severities } from '../../../record/drift/finding.ts'
import { harLimits } from '../../../record/har/read-har.ts'
import { wordPattern } from '../../accounts/shapes.ts'
import { DriftEndpoint, DriftReport } from '../../drift/drift-shapes.ts'

const slug = str({ min: 1, max: 64, pattern: wordPattern, doc: 'Slug of the listing.', example: 'exchange-rates' })

export const driftEndpoints = {
  listDrift: get('/drift', 'Differences of live answers from their declarations, by endpoint', {
    params: {
      listing: str({ min: 1, max: 64, pattern: wordPattern, doc: 'Only this listing.' }),
      severity: oneOf(severities, { doc: 'Only findings of this severity and worse ones.' }),
      after: str({ max: 200, doc: 'The `next` of the previous page.' }),
      limit: int({ min: 1, max: 100, default: 50, doc: 'Maximum number of endpoints per page.' }),
    },
    returns: obj({
      share: num({ min: 0, max: 1, doc: 'Share of the live answers that is compared: GATEHOUSE_DRIFT_SAMPLE.' }),
      endpoints: list(DriftEndpoint),
      next: opt(str({ doc: 'Cursor of the next page; absent on the last page.' })),
    }),
    doc: 'Paths, types and counts alone; values of answers are never kept. What nobody has seen for 90 days is forgotten.',
  }),
  forgetDrift: del('/drift/{slug}', 'Forgets what was found of a listing', {
    params: { slug },
    returns: empty(),
    status: 204,
  }),
  compareHar: post('/drift/har', 'Compares the answers of a HAR file with their declarations; nothing is kept', {
    params: {
      slug: str({ min: 1, max: 64, pattern: wordPattern, doc: 'Only requests of this listing.' }),
      embedded: bool({
        default: false,
        doc: 'True if the reads are also sent to the embedded provider, and its answers are compared with the recorded ones.',
      }),
    },
    body: streamBody(),
    returns: DriftReport,
    effect: 'read',
    limits: { bodyBytes: harLimits.fileBytes },
    doc: 'The body is a HAR 1.2 file of a browser or proxy, at most 64 MiB. Request headers and cookies are not read.',
  }),
}
