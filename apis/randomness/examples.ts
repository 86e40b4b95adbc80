// One real call of each endpoint; the outputs are single draws, which the next call will not repeat.
import { defineExamples } from '#define'
import { endpoints } from './endpoints.ts'

export const examples = defineExamples(endpoints, {
  number: { params: { min: 1, max: 6 }, output: { number: 4, min: 1, max: 6 } },
  dice: { params: { count: 2, sides: 6 }, output: { rolls: [3, 5], total: 8, count: 2, sides: 6 } },
  pick: {
    params: { options: 'tea,coffee,water' },
    output: { picked: 'coffee', index: 1, options: ['tea', 'coffee', 'water'] },
  },
  bytes: { params: { length: 4 }, output: { length: 4, hex: '9f86d081', base64: 'n4bQgQ==' } },
  color: { output: { hex: '#a1b2c3', rgb: { r: 161, g: 178, b: 195 }, hsl: { h: 210, s: 22, l: 70 } } },
  bool: { output: { value: true, coin: 'heads' } },
})
