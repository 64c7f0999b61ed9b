// Finds a Chromium for the browser tests, and installs one if there is none. It tries an installed browser first, then
// the download of the test tool, then the packages of the system. Run directly, it prints the path of the executable.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { chromium } from '@playwright/test'

// The headless shell is a Chromium without windows. It opens a page for half the processor time.
const browserNames = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]
const macChrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
const downloadHost = 'https://cdn.playwright.dev/'
const reachTimeoutMs = 3_000
const downloadTimeoutMs = 300_000

/**
 * Returns the path of a Chromium, and installs one if there is none. Throws an error of one plain line if that fails.
 */
export async function ensureBrowser(): Promise<string> {
  const found = findBrowser()
  if (found) return found

  console.log('No Chromium found; installing one for the browser tests.')
  if (await isReachable(downloadHost)) downloadThroughPlaywright()
  const downloaded = findBrowser()
  if (downloaded) return downloaded

  if (isRootWithApt()) installThroughApt()
  const installed = findBrowser()
  if (installed) return installed

  throw new Error('No Chromium could be installed: install one and set CHROMIUM_PATH to its executable.')
}

/** Returns the path of an installed Chromium. A set CHROMIUM_PATH overrules all other places. */
export function findBrowser(): string | undefined {
  const named = process.env['CHROMIUM_PATH']
  if (named) {
    if (isExecutable(named)) return named
    throw new Error(`CHROMIUM_PATH names ${named}, which is not a program that can be run.`)
  }
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean)
  const onPath = folders.flatMap((folder) => browserNames.map((name) => join(folder, name)))
  return [...onPath, chromium.executablePath(), macChrome].find(isExecutable)
}

// Without this check, a machine that cannot reach the host would wait through every retry of the download.
async function isReachable(address: string): Promise<boolean> {
  try {
    await fetch(address, { method: 'HEAD', signal: AbortSignal.timeout(reachTimeoutMs) })
    return true
  } catch {
    return false
  }
}

function downloadThroughPlaywright(): void {
  const cli = join(dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')), 'cli.js')
  spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'ignore', timeout: downloadTimeoutMs })
}

function isRootWithApt(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

function installThroughApt(): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const aptGet = (...parts: string[]) => {
    const run = spawnSync('apt-get', ['-qq', ...parts], { env, encoding: 'utf8' })
    if (run.status !== 0) console.error(`apt-get ${parts.join(' ')} failed: ${run.error?.message ?? run.stderr.trim()}`)
    return run.status === 0
  }
  aptGet('update')
  // Only some systems have the shell as a package.
  const install = (name: string) => aptGet('install', '-y', '--no-install-recommends', name)
  if (!install('chromium-headless-shell')) install('chromium')
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

if (import.meta.main) {
  try {
    console.log(await ensureBrowser())
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
