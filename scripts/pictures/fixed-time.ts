import type { BrowserContext } from '@playwright/test'

/** The time of all clocks in the pictures. With it, pictures of different days differ only in real changes. */
const shownAt = new Date('2026-11-20T14:02:00Z')
const dayMs = 86_400_000

const moment = /"(\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:?\d{2}))"/g
const day = /"(\d{4}-\d{2}-\d{2})"/g

/** Sets the browser's clock to the fixed time, and shifts all times in the server's answers by the same distance. */
export async function fixTime(context: BrowserContext): Promise<void> {
  const distanceMs = shownAt.getTime() - Date.now()
  await context.clock.setFixedTime(shownAt)
  await context.route('**/api/**', async (route) => {
    // A stream never ends, so its answer cannot be awaited.
    if (route.request().url().endsWith('/api/events')) return route.continue()
    const response = await route.fetch()
    if (!response.headers()['content-type']?.includes('json')) return route.fulfill({ response })
    return route.fulfill({ response, body: move(await response.text(), distanceMs) })
  })
}

function move(json: string, distanceMs: number): string {
  const wholeDays = Math.round(distanceMs / dayMs) * dayMs
  return json
    .replace(moment, (_, at: string) => `"${new Date(Date.parse(at) + distanceMs).toISOString()}"`)
    .replace(day, (_, at: string) => `"${new Date(Date.parse(at) + wholeDays).toISOString().slice(0, 10)}"`)
}
