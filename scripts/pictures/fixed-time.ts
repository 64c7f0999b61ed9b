import type { BrowserContext } from '@playwright/test'

/** Where the clocks of the pictures stand, so that pictures of different days differ in what has changed alone. */
const shownAt = new Date('2026-11-20T14:02:00Z')
const dayMs = 86_400_000

const moment = /"(\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:?\d{2}))"/g
const day = /"(\d{4}-\d{2}-\d{2})"/g

/** Lets the browser believe that it is that moment, and moves all that the server answers as far. */
export async function fixTime(context: BrowserContext): Promise<void> {
  const distanceMs = shownAt.getTime() - Date.now()
  await context.clock.setFixedTime(shownAt)
  await context.route('**/api/**', async (route) => {
    // A stream has no end that could be waited for.
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
