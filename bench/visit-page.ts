import { chromium } from '@playwright/test'
import lighthouse, { desktopConfig } from 'lighthouse'
import { findBrowser } from '../scripts/install-browser.ts'
import type { Person } from '../tests/helpers/api.ts'
import { launchOptions } from '../tests/helpers/browser.ts'
import { findFreePort } from '../tests/helpers/server.ts'

const runs = 3
const measures = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
  'speed-index',
] as const

export type Measure = (typeof measures)[number]

export interface Visit {
  /** Scores from 0 to 100. */
  scores: Record<string, number>
  /** All values are milliseconds, except the layout shift. */
  measures: Record<Measure, number>
  /** Lighthouse's own figure for the speed of this machine: 1000 and more on a current one, less while it is busy. */
  machineSpeed: number
}

interface VisitOptions {
  categories: string[]
  device?: 'phone' | 'desktop'
  session?: Person['session']
}

/**
 * Measures several visits of a page with Lighthouse, each in a new browser. The device and the simulated throttling are
 * Lighthouse's own.
 */
export async function visitPage(url: string, options: VisitOptions): Promise<Visit[]> {
  const visits: Visit[] = []
  for (let run = 0; run < runs; run += 1) visits.push(await visitOnce(url, options))
  return visits
}

async function visitOnce(url: string, { categories, device, session }: VisitOptions): Promise<Visit> {
  const port = await findFreePort()
  const options = launchOptions(findBrowser())
  const args = [...(options.args ?? []), `--remote-debugging-port=${port}`]
  const browser = await chromium.launch({ ...options, args })
  try {
    const flags = {
      port,
      logLevel: 'error',
      onlyCategories: categories,
      ...(session && { extraHeaders: { cookie: `${session.name}=${session.value}` } }),
    } as const
    const { lhr } = (await lighthouse(url, { ...flags }, device === 'desktop' ? desktopConfig : undefined)) ?? {}
    if (!lhr || lhr.runtimeError) throw new Error(`Lighthouse did not see ${url}: ${lhr?.runtimeError?.message}`)
    if (new URL(lhr.finalDisplayedUrl).pathname !== new URL(url).pathname)
      throw new Error(`Lighthouse was led from ${url} to ${lhr.finalDisplayedUrl}`)
    const scoreOf = (category: string) => Math.round((lhr.categories[category]?.score ?? 0) * 100)
    const valueOf = (audit: Measure) => Math.round((lhr.audits[audit]?.numericValue ?? Infinity) * 1000) / 1000
    return {
      scores: Object.fromEntries(categories.map((category) => [category, scoreOf(category)])),
      measures: Object.fromEntries(measures.map((audit) => [audit, valueOf(audit)])) as Visit['measures'],
      machineSpeed: Math.round(lhr.environment.benchmarkIndex),
    }
  } finally {
    await browser.close()
  }
}

/** Returns the median of one figure over all visits. */
export function medianOf(visits: Visit[], read: (visit: Visit) => number): number {
  return visits.map(read).toSorted((a, b) => a - b)[Math.floor(visits.length / 2)] ?? 0
}
