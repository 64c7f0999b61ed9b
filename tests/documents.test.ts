import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('the document of the home page differs from that of the app by its script alone', () => {
  const [home, app] = ['landing', 'index'].map((name) => readFileSync(`web/${name}.html`, 'utf8'))
  expect(home).toBe(app?.replace('/app/main.tsx', '/app/landing.tsx'))
})
