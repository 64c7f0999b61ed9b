import * as z from 'zod/mini'
import { StartRefusal } from '../db/start-refusal.ts'
import { isLoopback } from '../loopback.ts'
import { urlOf } from '../setting-schemas.ts'

const endpoint = () => z.optional(urlOf('http:', 'https:').check(z.refine((url) => isBare(new URL(url)))))

/** The settings of the traces. They have the names that OpenTelemetry gives them. */
export const traceSettings = {
  otlpEndpoint: {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    meaning:
      'Collector that receives traces by OTLP over HTTP, in JSON, at /v1/traces below this address (docs/operations.md). They name ' +
      'calls, statements and jobs, and no person. Without it there are none.',
    expected: 'an address such as http://127.0.0.1:4318',
    isSecret: true,
    schema: endpoint(),
  },
  otlpTracesEndpoint: {
    name: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    meaning: 'Whole address for traces, if their path is another one.',
    expected: 'an address such as https://collector.example.org/v1/traces',
    isSecret: true,
    schema: endpoint(),
  },
  otlpHeaders: {
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    meaning: 'Headers for the collector, such as a key. The address then needs https off this machine.',
    expected: 'pairs such as authorization=Bearer%20key, separated by commas',
    isSecret: true,
    schema: z.optional(z.pipe(z.string().check(z.refine(hasPairs)), z.transform(readPairs))),
  },
  traceShare: {
    name: 'OTEL_TRACES_SAMPLER_ARG',
    meaning: 'Share of the calls and jobs that are traced. A caller has no say in it.',
    expected: 'a number from 0 to 1, such as 0.05',
    fallback: '1',
    schema: z.pipe(z.string().check(z.regex(/^(0|1|0?\.\d{1,6}|1\.0{1,6})$/)), z.transform(Number)),
  },
  traceService: {
    name: 'OTEL_SERVICE_NAME',
    meaning: 'Name of this installation in traces.',
    expected: 'a name of letters, digits, dots, hyphens and underscores',
    fallback: 'et',
    schema: z.string().check(z.regex(/^[\w.-]{1,60}$/)),
  },
} as const

interface TraceConfig {
  otlpEndpoint?: string | undefined
  otlpTracesEndpoint?: string | undefined
  otlpHeaders?: Record<string, string> | undefined
}

/** Returns the address to which traces are sent, or undefined without one. Throws a StartRefusal if a key would travel in the open. */
export function readTracesUrl({ otlpEndpoint, otlpTracesEndpoint, otlpHeaders }: TraceConfig): string | undefined {
  const url = otlpTracesEndpoint ?? (otlpEndpoint && `${otlpEndpoint.replace(/\/+$/, '')}/v1/traces`)
  if (url === undefined || otlpHeaders === undefined) return url
  const { protocol, hostname } = new URL(url)
  if (protocol === 'https:' || isLoopback(hostname)) return url
  throw new StartRefusal(
    `${traceSettings.otlpHeaders.name}: expected an https address of the collector beside it, because headers carry a key`,
  )
}

/**
 * Refuses a variable that OpenTelemetry's exporter would read by itself, such as headers that carry a key over http. It is loaded only
 * with a collector.
 */
export function assertNoFurtherSettings(environment: NodeJS.ProcessEnv, config: TraceConfig): void {
  const known: string[] = Object.values(traceSettings).map(({ name }) => name)
  const found = Object.keys(environment).find((name) => name.startsWith('OTEL_EXPORTER_OTLP_') && !known.includes(name))
  if (found === undefined || readTracesUrl(config) === undefined) return
  throw new StartRefusal(`${found}: expected no such variable. The settings of traces are ${known.join(', ')}.`)
}

/** True for an address without a password, a query or a fragment. */
function isBare({ search, hash, username, password }: URL): boolean {
  return [search, hash, username, password].every((part) => part === '')
}

function hasPairs(text: string): boolean {
  return text.split(',').every((pair) => /^\s*[\w-]+=[\x21-\x2b\x2d-\x7e]+\s*$/.test(pair) && canDecode(pair))
}

function canDecode(text: string): boolean {
  return !/%(?![\dA-Fa-f]{2})|%[89A-Fa-f]|%[01]/.test(text)
}

function readPairs(text: string): Record<string, string> {
  const pairs = text.split(',').map((pair) => pair.trim())
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=')
      return [pair.slice(0, at), decodeURIComponent(pair.slice(at + 1))]
    }),
  )
}
