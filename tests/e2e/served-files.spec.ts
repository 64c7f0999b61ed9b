import { expect, test } from '../helpers/browser.ts'

test('there is no source map to any script or style [A120]', async ({ request, server }) => {
  const page = await (await request.get(server.url)).text()
  const files = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, path = '']) => path)
  expect(files.length).toBeGreaterThan(1)
  for (const path of files) {
    const file = await request.get(server.url + path)
    expect([path, file.status()]).toEqual([path, 200])
    expect(await file.text()).not.toContain('sourceMappingURL')
    expect((await request.get(`${server.url}${path}.map`)).status()).toBe(404)
  }
})
