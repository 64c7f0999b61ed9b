import { expect, test } from 'vitest'
import { mergeFigures } from './merge-figures.ts'

const head = '# HELP et_calls_total Answered calls\n# TYPE et_calls_total counter\n'

test('the figures of several processes stand below one head for each name, each with its worker', () => {
  const own = '# HELP et_up 1 if so\n# TYPE et_up gauge\net_up 1\n'
  const one = `${head}et_calls_total{operation="a {b}"} 3\n# HELP et_streams Browsers\n# TYPE et_streams gauge\net_streams 2\n`
  const other = `${head}et_calls_total{operation="a {b}"} 4\n`
  expect(mergeFigures([{ text: own }, { number: 1, text: one }, { number: 2, text: other }])).toBe(
    `${own}${head}et_calls_total{worker="1",operation="a {b}"} 3\net_calls_total{worker="2",operation="a {b}"} 4\n` +
      '# HELP et_streams Browsers\n# TYPE et_streams gauge\net_streams{worker="1"} 2\n',
  )
})

test('a process that did not answer leaves the figures of the others as they are', () => {
  const text = `${head}et_calls_total 3\n`
  expect(mergeFigures([{ text }, { number: 1, text: '' }])).toBe(text)
})
