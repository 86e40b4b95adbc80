// The provider's own errors (SOURCES 1.4, 4): a title, a code where the provider has one, and a detail where it helps.
import { type Refusal, refuse } from '#define'

/** Codes of errors caused by the caller's picture or fields. */
type ProblemCode = keyof typeof titles

const titles = {
  failed_bg_download: 'Failed to download background image from given image_url',
  failed_image_download: 'Failed to download image from given image_url',
  failed_to_read_image: 'The image could not be read',
  file_too_large: 'File too large',
  invalid_bg_image_url: 'Invalid bg_image_url: it must be an http or https address',
  invalid_dimensions: 'The size of the image could not be read',
  invalid_file_type: 'Invalid file type',
  invalid_image_url: 'Invalid image_url: it must be an http or https address',
  missing_source: 'No image given',
  multiple_bg_sources:
    'Multiple background sources given: send at most one of bg_color, bg_image_url and bg_image_file',
  multiple_sources: 'Multiple image sources given: send exactly one of image_file, image_file_b64 and image_url',
  resolution_too_high: 'Image resolution too high',
  roi_exceeds_bounds: 'ROI exceeds image bounds',
  roi_region_empty: 'ROI region is empty',
  unknown_foreground: 'Could not identify foreground in image',
} as const

/** A 400 with the code. `more` is appended to the title; `detail` is a separate member. */
export function problem(code: ProblemCode, { more = '', detail }: { more?: string; detail?: string } = {}): Refusal {
  const title = titles[code] + more
  return refuse(400, { errors: [{ title, code, ...(detail === undefined ? {} : { detail }) }] })
}

/** A 400 for a field with an unsupported value. */
export function invalidField(name: string, detail: string): Refusal {
  return refuse(400, { errors: [{ title: `Invalid value for parameter '${name}'`, code: `invalid_${name}`, detail }] })
}

export function insufficientCredits(): Refusal {
  return refuse(402, { errors: [{ title: 'Insufficient credits', code: 'insufficient_credits' }] })
}

export function rateLimitExceeded(retryAfterS: number, headers: Record<string, string> = {}): Refusal {
  const body = { errors: [{ title: 'Rate limit exceeded', code: 'rate_limit_exceeded' }] }
  return refuse(429, body, { ...headers, 'retry-after': String(retryAfterS) })
}
