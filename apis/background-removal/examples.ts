// One example call per endpoint. The picture is a drawn mug of 40 by 30 pixels; the live result is four transparent
// pixels.
import { defineExamples } from '#define'
import { endpoints } from './endpoints.ts'

const mug =
  'iVBORw0KGgoAAAANSUhEUgAAACgAAAAeBAMAAACs80HuAAAAKlBMVEXd5u61Qy+5VUS5VUXSt7e4Tz24UD7Rtra5VEPSuLjNpaLNpqPWx8nVyMpeACsiAAAACXBIWXMA' +
  'AAsTAAALEwEAmpwYAAAASklEQVQoz2NgGFKAvVEQCFRQBZlAYoLCqIKMYEFBrIKCoguwCAoGYNF+UQCLICM2wYMC2MxMwCIotoFIdxIhiNXvLIogQcvBG40AtOMLKAaq' +
  'XYsAAAAASUVORK5CYII='

const removal = {
  body: { image_file_b64: mug, size: 'preview', format: 'png', crop: true },
  output: {
    base64: 'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAYAAABytg0kAAAAC0lEQVR42mNgQAcAABIAAeRVjecAAAAASUVORK5CYII=',
  },
}

export const examples = defineExamples(endpoints, {
  account: {
    output: {
      data: {
        attributes: {
          credits: { subscription: 150, payg: 50, enterprise: 0, total: 200 },
          api: { free_calls: 50, sizes: 'all' },
        },
      },
    },
  },
  improve: {
    body: { image_file_b64: mug, image_filename: 'mug.png', tag: 'handles' },
    output: { id: '5b0f9d0e-2f7a-4c1a-9a55-2f3a9be1c6d4' },
  },
  removeBackground: removal,
  removebg: removal,
})
