// Finds a Chromium for the browser tests, and installs one where there is none: an existing browser first, the test
// tool's own download second, the system's packages last. Run directly, it prints the path of the executable.

import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { chromium } from '@playwright/test'

const BROWSER_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const MAC_CHROME = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
const REACH_TIMEOUT_MS = 3_000
const DOWNLOAD_TIMEOUT_MS = 300_000
const DOWNLOAD_HOST = 'https://cdn.playwright.dev/'

/** The path of a Chromium that is already on this machine, or undefined. */
export function findBrowser() {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (isExecutable(named)) return named
    throw new Error(`CHROMIUM_PATH names ${named}, which is not a program that can be run.`)
  }

  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  const onPath = folders.flatMap((folder) => BROWSER_NAMES.map((name) => join(folder, name)))
  return [...onPath, chromium.executablePath(), MAC_CHROME].find(isExecutable)
}

/** The path of a Chromium, installed now if there was none. Throws one plain line when nothing works. */
export async function ensureBrowser() {
  const found = findBrowser()
  if (found) return found

  console.log('No Chromium found; installing one for the browser tests.')
  if (await isReachable(DOWNLOAD_HOST)) downloadThroughPlaywright()
  const downloaded = findBrowser()
  if (downloaded) return downloaded

  if (isRootWithApt()) installThroughApt()
  const installed = findBrowser()
  if (installed) return installed

  throw new Error('No Chromium could be installed: install one and set CHROMIUM_PATH to its executable.')
}

// Without this question a machine that cannot reach the download host would sit through every retry of the download.
async function isReachable(address) {
  try {
    await fetch(address, { method: 'HEAD', signal: AbortSignal.timeout(REACH_TIMEOUT_MS) })
    return true
  } catch {
    return false
  }
}

function downloadThroughPlaywright() {
  const cli = join(dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')), 'cli.js')
  spawnSync(process.execPath, [cli, 'install', '--only-shell', 'chromium'], {
    stdio: 'ignore',
    timeout: DOWNLOAD_TIMEOUT_MS,
  })
}

function isRootWithApt() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

function installThroughApt() {
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const parts of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']]) {
    const run = spawnSync('apt-get', ['-qq', ...parts], { env: environment, encoding: 'utf8' })
    if (run.status !== 0) console.error(`apt-get ${parts[0]} failed: ${run.stderr.trim()}`)
  }
}

function isExecutable(path) {
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
    console.error(error.message)
    process.exit(1)
  }
}
