import { t } from '../../contract/translate.ts'

/** Turns a user agent into words that its owner knows, such as "Firefox on Windows". */
export function deviceName(userAgent: string): string {
  const browser = nameIn(userAgent, browsers)
  const system = nameIn(userAgent, systems)
  if (browser && system) return t('{browser} on {system}', { browser, system })
  return browser ?? (system ? t('A browser on {system}', { system }) : t('Unknown browser'))
}

export function isPhone(userAgent: string): boolean {
  return /Mobile|Android|iPhone|iPad/.test(userAgent)
}

type Names = readonly (readonly [pattern: RegExp, name: string])[]

// The order counts: nearly every browser also names its ancestors.
const browsers: Names = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
]

const systems: Names = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

function nameIn(userAgent: string, names: Names): string | undefined {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1]
}
