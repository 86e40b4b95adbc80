// One call of each endpoint. The result image is four transparent pixels.
import { defineExamples } from '#define'
import { endpoints } from './endpoints.ts'

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
    body: { image_url: 'https://images.example.org/bicycle.jpg', image_filename: 'bicycle.jpg', tag: 'spokes' },
    output: { id: '5b0f9d0e-2f7a-4c1a-9a55-2f3a9be1c6d4' },
  },
  removeBackground: {
    body: { image_url: 'https://images.example.org/mug.jpg', size: 'preview', format: 'png', crop: true },
    output: {
      base64: 'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAYAAABytg0kAAAAC0lEQVR42mNgQAcAABIAAeRVjecAAAAASUVORK5CYII=',
    },
  },
})
